/** Marks an entry as encrypted: the flag is in its header, and in the directory at the end. */
export function encrypt(bytes: Buffer, name: string): Buffer {
  for (const [sign, flags, nameAt] of [
    ['PK\u0003\u0004', 6, 30],
    ['PK\u0001\u0002', 8, 46],
  ] as const)
    for (let from = bytes.indexOf(sign); from >= 0; from = bytes.indexOf(sign, from + 1))
      if (bytes.subarray(from + nameAt).indexOf(name) === 0) bytes.writeUInt8(1, from + flags);
  return bytes;
}
