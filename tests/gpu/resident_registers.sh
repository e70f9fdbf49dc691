#!/bin/sh
# Compiles the resident kernels for one architecture and prints what each needs; fails if one keeps
# anything in local memory: a spilled weight is read again in every step.
# Usage: resident_registers.sh NVCC SOURCE_DIRECTORY [ARCHITECTURE]
set -eu
nvcc=$1 source=$2 architecture=${3:-sm_90}
for kernels in "$source"/gpu/kernels/resident_*_kernels.cu; do
  "$nvcc" -std=c++17 -I"$source" -arch="$architecture" -Xptxas -v -cubin -o /dev/null "$kernels" 2>&1
done | awk '
  / error|fatal/ { print; failed = 1 }
  /Compiling entry function/ {
    name = /ResidentBackward/ ? "backward" : "forward"
    format = $0
    sub(/.*PrecisionE/, "", format)
    split(format, part, "ELi")
    split("fp32 TF32 bf16", precisions, " ")
    name = precisions[part[1] + 1] " x " part[2] + 0 " " name
  }
  /bytes stack frame/ { stack = $1; stores = $5; loads = $9 }
  /Used [0-9]+ registers/ {
    match($0, /Used [0-9]+/)
    printf "%-20s %s registers, stack %d, spilled %d, read again %d bytes\n", name,
           substr($0, RSTART + 5, RLENGTH - 5), stack, stores, loads
    ++kernels
    if (stack + stores + loads > 0) failed = 1
  }
  END {
    printf "%d kernels for %s\n", kernels, "'"$architecture"'"
    if (kernels != 8 || failed) { print "FAILED"; exit 1 }
  }'
