"""Writes the files of this folder with numpy: python3 tests/data/npy/make.py

expected.json says what each array holds, in the words of Literal.toJSON: the shape, and the elements in the order in
which they lie in the file. 64-bit integers and floats that JSON lacks are strings.
"""

import io
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {
    "b1": "pred", "i1": "s8", "i2": "s16", "i4": "s32", "i8": "s64", "u1": "u8", "u2": "u16", "u4": "u32",
    "u8": "u64", "f2": "f16", "f4": "f32", "f8": "f64", "c8": "c64", "c16": "c128",
}  # fmt: skip


def entry(value):
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, float):
        if value != value:
            return "nan"
        if value in (float("inf"), float("-inf")):
            return "inf" if value > 0 else "-inf"
        if value == 0 and str(value).startswith("-"):
            return "-0"
    return value


def expected(array):
    kind = NAMES[array.dtype.str[1:]]
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    order = list(range(array.ndim)) if fortran else list(reversed(range(array.ndim)))
    layout = "{" + ",".join(map(str, order)) + "}" if array.ndim else ""
    shape = kind + "[" + ",".join(map(str, array.shape)) + "]" + layout
    data = []
    for value in array.flatten("F" if fortran else "C").tolist():
        parts = [value.real, value.imag] if isinstance(value, complex) else [value]
        wide = kind in ("s64", "u64")
        data.extend(str(part) if wide else entry(part) for part in parts)
    return {"shape": shape, "data": data}


def samples():
    arrays = {}
    for code, name in NAMES.items():
        for order in "<>":
            dtype = np.dtype(order + code)
            if dtype.byteorder == "|" and order == ">":
                continue
            base = np.arange(6)
            if dtype.kind == "b":
                base = base % 2
            elif dtype.kind in "iu":
                info = np.iinfo(dtype)
                base = np.array([info.min, info.max, 0, 1, info.max // 3, info.min // 5], dtype=dtype)
            elif dtype.kind == "f":
                base = np.array([0.1, -0.0, np.inf, -np.inf, np.nan, 1.5])
            else:
                base = np.array([1 + 2j, -0.5j, complex(np.inf, 1), 3, 0, -1 - 1j])
            arrays[name + ("_be" if order == ">" else "")] = base.astype(dtype).reshape(2, 3)
    arrays["scalar"] = np.array(2.5, dtype="<f4")
    arrays["empty"] = np.zeros((0, 3), dtype="<f4")
    arrays["fortran"] = np.asfortranarray(np.arange(24, dtype="<i4").reshape(2, 3, 4))
    arrays["fortran_be"] = np.asfortranarray(np.arange(6, dtype=">i2").reshape(2, 3))
    return arrays


def void(codes, dtype):
    return np.array(codes, dtype=dtype).view("V%d" % np.dtype(dtype).itemsize)


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def npy(array, version=None):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    return file.getvalue()


arrays = samples()
listed = {name: expected(array) for name, array in arrays.items()}
np.savez(os.path.join(HERE, "types.npz"), **arrays)
np.savez_compressed(os.path.join(HERE, "types-compressed.npz"), **arrays)
for name in ("f32", "s64_be", "fortran", "scalar", "empty"):
    write(name + ".npy", npy(arrays[name]))
write("version-2.npy", npy(arrays["f32"], (2, 0)))
write("version-3.npy", npy(arrays["f32"], (3, 0)))
# What ml_dtypes' bfloat16 and 8-bit floats become on disk: raw bytes of one or two each.
write("void-2.npy", npy(void([0x3F80, 0x4000, 0xC040], "<u2")))
write("void-1.npy", npy(void([0x38, 0x40, 0xC4], "u1")))
write("structured.npy", npy(np.zeros(2, dtype=[("x", "<f4"), ("y", "<i4", (2,))])))
write("text.npy", npy(np.array(["ab", "c"])))
write("object.npy", npy(np.array([1, "a"], dtype=object)))
write("dates.npy", npy(np.array(["2020-01-01"], dtype="M8[D]")))
with open(os.path.join(HERE, "expected.json"), "w") as file:
    json.dump({"numpy": np.__version__, "arrays": listed}, file, indent=1)
    file.write("\n")
