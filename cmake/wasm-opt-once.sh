#!/bin/sh
# wasm-opt, run once for both emissions of a variant (cmake/wasm-module.cmake): what the linker makes
# of them is the same, and to optimise it takes longer than all else a link does. Whoever asks for
# the same input with the same options again gets the result that was kept.
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
