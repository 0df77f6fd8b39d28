type Size = { readonly width: number; readonly height: number };

/** Width and height by the header of a picture, as Discord tells them; null for other files. */
export function readPictureSize(file: Uint8Array): Size | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.toString('hex', 0, 12);
  try {
    if (start.startsWith('89504e470d0a1a0a')) return toSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    if (start.startsWith('47494638')) return toSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
    if (start.startsWith('ffd8ff')) return readJpeg(bytes);
    return /^52494646.{8}57454250/.test(start) ? readWebp(bytes) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function toSize(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null;
}

function readWebp(bytes: Buffer): Size | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return toSize(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  // The upper bits are the scale of a lossy picture, and of a lossless one, its height.
  if (kind === 'VP8 ') return toSize(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (kind !== 'VP8L') return null;
  const sides = bytes.readUInt32LE(21);
  return toSize((sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
}

/** Goes from segment to segment to the one that starts the frame. */
function readJpeg(bytes: Buffer): Size | null {
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    // Any number of these may fill the space before a marker.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return toSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
