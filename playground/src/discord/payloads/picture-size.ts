type Size = { readonly width: number; readonly height: number };

/** Width and height by the header of a picture, as Discord tells them; null for other files. */
export function readPictureSize(file: Uint8Array): Size | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = String.fromCharCode(...file.subarray(0, 12));
  try {
    if (start.startsWith('\x89PNG')) return toSize(view.getUint32(16), view.getUint32(20));
    if (start.startsWith('GIF8')) return toSize(view.getUint16(6, true), view.getUint16(8, true));
    if (start.startsWith('\xff\xd8\xff')) return readJpeg(view);
    return /^RIFF.{4}WEBP/s.test(start) ? readWebp(view) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function toSize(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null;
}

function readWebp(view: DataView): Size | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map(at => view.getUint8(at)));
  const read3 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  if (kind === 'VP8X') return toSize(read3(24) + 1, read3(27) + 1);
  // The upper bits are the scale of a lossy picture, and of a lossless one, its height.
  if (kind === 'VP8 ') return toSize(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (kind !== 'VP8L') return null;
  const sides = view.getUint32(21, true);
  return toSize((sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
}

/** Goes from segment to segment to the one that starts the frame. */
function readJpeg(view: DataView): Size | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Any number of these may fill the space before a marker.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return toSize(view.getUint16(at + 7), view.getUint16(at + 5));
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}
