import { expect, test } from 'vitest';
import {
  type DigestAction,
  parseCustomId,
  parseDigestId,
  toDigestId,
} from '../../../src/render/custom-id.ts';

const id = 'c56a4180-65aa-42ec-a945-5fd21dec0538';

test.each<DigestAction>([
  { kind: 'list' },
  { kind: 'draft', draftId: id, step: 'save' },
  { kind: 'draft', draftId: id, step: 'cancel' },
  { kind: 'draft', draftId: id, step: 'channels' },
  ...(['run', 'pause', 'resume', 'delete', 'confirm'] as const).map(
    step => ({ kind: 'digest', digestId: id, step }) as const,
  ),
])('$kind $step is read as it was written, and by nobody else', action => {
  const written = toDigestId(action);
  expect(parseDigestId(written)).toEqual(action);
  expect(written.length).toBeLessThanOrEqual(100);
  expect(parseCustomId(written)).toBeNull();
});

test.each([
  '',
  'digest',
  `digest:${id}`,
  `digest:${id}:save`,
  `digest-draft:${id}:run`,
  `summary:${id}:share`,
  `digest:${'x'.repeat(65)}:run`,
  `digest:${id}:run:more`,
])('%j is no digest id', text => {
  expect(parseDigestId(text)).toBeNull();
});

test('an id that does not fit is refused', () => {
  expect(() => toDigestId({ kind: 'digest', digestId: 'a:b', step: 'run' })).toThrow(RangeError);
});
