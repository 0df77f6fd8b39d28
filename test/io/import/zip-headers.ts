/** Changes a field of an entry, by its place in the entry's header; it is also in the directory at the end, 2 bytes later. */
function setField(bytes: Buffer, name: string, at: number, value: number): Buffer {
  for (const [sign, fieldAt, nameAt] of [
    ['PK\u0003\u0004', at, 30],
    ['PK\u0001\u0002', at + 2, 46],
  ] as const)
    for (let from = bytes.indexOf(sign); from >= 0; from = bytes.indexOf(sign, from + 1))
      if (bytes.subarray(from + nameAt).indexOf(name) === 0) bytes.writeUInt8(value, from + fieldAt);
  return bytes;
}

/** Marks an entry as encrypted. */
export function encrypt(bytes: Buffer, name: string): Buffer {
  return setField(bytes, name, 6, 1);
}
