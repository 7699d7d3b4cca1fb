#!/bin/sh
# Starts a compiler through ccache, but not for a precompiled header: ccache lets the compiler write
# into a file of its own, and GCC then finds the old precompiled header where the new one will be,
# takes it for the header that it is to compile, and the new one is the old one once more.
for argument; do
  if [ "$argument" = c++-header ]; then
    exec "$@"
  fi
done
exec "${HLOOM_CCACHE:-ccache}" "$@"
