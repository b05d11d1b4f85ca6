#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a dump whose only dump.json is one line of any size: LAYERS modules, called again and again.

usage: gen_huge_dump.py OUT MEGABYTES [LAYERS]

OUT/step0/rank0 gets dump.json and construct.json; every module is a root, so the call number is the
micro-step. Both files are written as a stream.
"""
import os
import sys

TENSOR = ('{"type":"torch.Tensor","dtype":"torch.bfloat16","shape":[4096,1,8192],"Max":%r,"Min":-%r,'
          '"Mean":0.00012345,"Norm":%r,"requires_grad":true}')


def main():
    out, limit = os.path.join(sys.argv[1], "step0", "rank0"), int(sys.argv[2]) * 10**6
    layers = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    os.makedirs(out, exist_ok=True)
    n = size = 0
    with open(os.path.join(out, "dump.json"), "w") as dump, open(os.path.join(out, "construct.json"), "w") as calls:
        dump.write('{"task":"statistics","level":"L0","framework":"pytorch","dump_data_dir":null,"data":{')
        calls.write("{")
        while size < limit:
            key = f'"Module.module.decoder.layers.{n % layers}.mlp.linear_fc1.ColumnParallelLinear.forward.{n // layers}"'
            tensors = ",".join(TENSOR % (n * 0.37 + i, n * 0.11, n + 0.5) for i in range(4))
            size += dump.write(f'{"," if n else ""}{key}:{{"input_args":[{tensors}],"input_kwargs":{{}},"output":[]}}')
            calls.write(f'{"," if n else ""}{key}:null')
            n += 1
        dump.write("}}")
        calls.write("}")
    print(f"{n} calls, {4 * n} tensors, {size} bytes")


if __name__ == "__main__":
    main()
