#!/bin/sh
# Starts a compiler through ccache, but not for a precompiled header: ccache lets the compiler write
# into a file of its own, and GCC then finds the old precompiled header where the new one will be,
# takes it for the header that it is to compile, and the new one is the old one once more.
#
# GCC writes its own addresses into a precompiled header. At the same addresses each time, it is the
# same file in every checkout, and what is compiled with it is found in the cache there.
for argument; do
  if [ "$argument" = c++-header ]; then
    if setarch -R true 2>/dev/null; then
      exec setarch -R "$@"
    fi
    exec "$@"
  fi
done
exec "${HLOOM_CCACHE:-ccache}" "$@"
