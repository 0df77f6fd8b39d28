import { describe, expect, test } from 'vitest';
import { createNumberMask } from '../../../src/io/import/phone-numbers.ts';

const mask = createNumberMask('a key');
/** With `N` for each mask. */
const short = (text: string) => mask(text).replace(/\+…[A-Z]{8}/g, 'N');

describe('a phone number in a text', () => {
  test.each([
    ['+49 171 1234567', 'N'],
    ['call +49 (171) 123-4567.', 'call N.'],
    ['+49 171 1234567 10:30', 'N 10:30'],
    ['+49 171 1234567, 10:30', 'N, 10:30'],
    ['+49 171 1234567 2 tickets', 'N 2 tickets'],
    ['+1 (555) 123-4567 20 people', 'N 20 people'],
    ['+33 6 12 34 56 78', 'N'],
    ['+33 6 12 34 56 78 10h', 'N 10h'],
    ['+49 171 1234567\n10 people', 'N\n10 people'],
    ['+44 20 7946 0958 or +44 7911 123456', 'N or N'],
    ['0171 1234567', 'N'],
    ['0171/1234567', 'N'],
    ['01711234567', 'N'],
    ['06 12 34 56 78', 'N'],
    ['090-1234-5678', 'N'],
    ['0049 171 1234567', 'N'],
    ['00491711234567', 'N'],
    ['https://wa.me/491711234567?text=hi', 'https://wa.me/N?text=hi'],
    ['https://api.whatsapp.com/send?phone=491711234567', 'https://api.whatsapp.com/send?phone=N'],
    ['https://t.me/+491711234567', 'https://t.me/N'],
    ['tel:+491711234567', 'tel:N'],
    ['@491711234567 hi', '@N hi'],
  ])('is masked, and nothing else: %s', (text, masked) => {
    expect(short(text)).toBe(masked);
  });

  test.each([
    '+1 000 000',
    '+100 000 000',
    '+250 000 euros',
    '01.02.2026 10:30',
    '03/04/2026, 1030',
    '2026-03-09 09:30:00',
    'room 0815, 110, 112',
    'at 09:30-10:45, 07.30',
    '0.1234567890',
    'version 1.0.0171234567',
    'DE02120300000000202051',
    'order 4711-0012345678',
    '3+4 12345678',
    'https://t.me/+AbCdEf123456789',
  ])('is not seen where there is none: %s', text => {
    expect(mask(text)).toBe(text);
  });

  test('has one mask, however it is written', () => {
    const written = ['+49 171 1234567', '0049 (171) 1234567', '+49 (0)171 1234567', '+491711234567'];
    expect(new Set(written.map(each => mask(each))).size).toBe(1);
    expect(mask('wa.me/491711234567')).toBe(`wa.me/${mask('+491711234567')}`);
    expect(mask('@491711234567')).toBe(`@${mask('+491711234567')}`);
  });

  test('has a mask of its own, which depends on the key and on nothing that was read before', () => {
    const numbers = Array.from({ length: 500 }, (_, index) => `+49 171 ${1_000_000 + 100 * index}`);
    expect(new Set(numbers.map(each => mask(each))).size).toBe(500);
    expect(createNumberMask('a key')(numbers[400] ?? '')).toBe(mask(numbers[400] ?? ''));
    expect(createNumberMask('another key')(numbers[400] ?? '')).not.toBe(mask(numbers[400] ?? ''));
  });
});
