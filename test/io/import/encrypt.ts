/** Marks an entry of a zip archive as encrypted: the flag is in its header, and in the directory at the end. */
export function encrypt(zip: Buffer, name: string): Buffer {
  const headers = [
    { sign: 'PK\u0003\u0004', flags: 6, name: 30 },
    { sign: 'PK\u0001\u0002', flags: 8, name: 46 },
  ];
  for (const { sign, flags, name: at } of headers) {
    const start = zip.indexOf(Buffer.from(sign, 'latin1'), 0);
    for (let from = start; from >= 0; from = zip.indexOf(Buffer.from(sign, 'latin1'), from + 1))
      if (
        zip
          .subarray(from + at)
          .toString('latin1')
          .startsWith(name)
      )
        zip.writeUInt8(1, from + flags);
  }
  return zip;
}
