#!/bin/sh
# Runs wasm-opt once for both emissions of a variant (cmake/wasm-module.cmake): the linker's output is
# the same for both, and optimising it takes longer than the rest of the link. A second request with
# the same input and options gets the kept result.
#
# HLOOM_WASM_OPT is the wasm-opt to run, HLOOM_WASM_OPT_KEPT the directory for the last result.
set -eu
input= output= options= before=
for argument; do
  case $argument in
    -*) options="$options $argument" ;;
    *) if [ "$before" = -o ]; then output=$argument; else input=${input:-$argument}; fi ;;
  esac
  before=$argument
done
if [ ! -f "$input" ] || [ -z "$output" ]; then
  exec "$HLOOM_WASM_OPT" "$@"
fi
mkdir -p "$HLOOM_WASM_OPT_KEPT"
exec 9> "$HLOOM_WASM_OPT_KEPT/lock"
flock 9
kept=$HLOOM_WASM_OPT_KEPT/$( (echo "$options"; sha256sum < "$input") | sha256sum | cut -d ' ' -f 1).wasm
if [ ! -f "$kept" ]; then
  rm -f "$HLOOM_WASM_OPT_KEPT"/*.wasm
  "$HLOOM_WASM_OPT" "$@"
  cp "$output" "$kept.part"
  mv "$kept.part" "$kept"
fi
cp "$kept" "$output"
