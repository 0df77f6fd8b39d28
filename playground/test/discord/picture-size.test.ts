import { expect, test } from 'vitest';
import { readPictureSize } from '../../src/discord/payloads/picture-size.ts';

const u16 = (value: number) => value.toString(16).padStart(4, '0');
const le = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer.toString('hex');
};
const webp = (kind: string, rest: string) =>
  `5249464600000000${Buffer.from('WEBP').toString('hex')}${Buffer.from(kind).toString('hex')}00000000${rest}`;

test.each<[string, string]>([
  ['PNG', `89504e470d0a1a0a0000000d494844520000${u16(300)}0000${u16(100)}`],
  ['GIF', `474946383961${le(300, 2)}${le(100, 2)}`],
  ['JPEG', `ffd8ffe000040000ffffc0000b08${u16(100)}${u16(300)}`],
  ['lossy WebP', webp('VP8 ', `0000009d012a${le(300, 2)}${le(100, 2)}`)],
  ['lossless WebP', webp('VP8L', `2f${le(300 - 1 + (100 - 1) * 0x4000, 4)}`)],
  ['extended WebP', webp('VP8X', `00000000${le(299, 3)}${le(99, 3)}`)],
])('tells the size of a %s, and none of one that is cut', (_, head) => {
  const bytes = Buffer.from(head, 'hex');
  expect(readPictureSize(bytes)).toEqual({ width: 300, height: 100 });
  expect(readPictureSize(bytes.subarray(0, -2))).toBeNull();
});

test('tells no size of a file that is no picture', () => {
  expect(readPictureSize(Buffer.from('<html>'))).toBeNull();
});
