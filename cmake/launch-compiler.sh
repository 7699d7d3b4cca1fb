#!/bin/sh
# Starts a compiler through ccache, except for a precompiled header. ccache makes the compiler write
# to a temporary file; GCC then finds the old precompiled header at the final path and uses it as the
# header to compile, so that the new one is a copy of the old one.
#
# GCC writes its own addresses into a precompiled header. With the same addresses each time, the
# header is identical in every checkout, and the cache finds the files compiled with it.
for argument; do
  if [ "$argument" = c++-header ]; then
    if setarch -R true 2>/dev/null; then
      exec setarch -R "$@"
    fi
    exec "$@"
  fi
done
exec "${HLOOM_CCACHE:-ccache}" "$@"
