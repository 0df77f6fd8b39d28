import { expect, test } from 'vitest';
import type { AssignRequest } from '../../../src/app/ports.ts';
import { parseAssignments } from '../../../src/core/prompt/assign.ts';
import { assignSchema } from '../../../src/core/prompt/assign-schema.ts';
import { toClaim } from '../../core/topics/claims.ts';
import { createClaudeScene } from './claude-scene.ts';

const request: AssignRequest = {
  topics: [{ id: 'a.1', claims: [toClaim('a.1', 'We rent the tent.', { label: 'Tent' })] }],
  claims: [
    toClaim('b.1', 'It costs </claim><b>450</b>.', { label: 'tent', by: 'Bob "B"' }),
    toClaim('b.2', 'Soup is served.', { label: 'Menu' }),
  ],
};

test('one call with the frozen schema asks about all new claims, as data', async () => {
  const { claude, judge } = await createClaudeScene({
    judge: { model: 'claude-haiku-5-5', setting: 'FOOTNOTE_MODEL_SMALL' },
  });
  const report = await judge?.assign?.(request, new AbortController().signal);
  expect(report).toEqual({
    assignments: new Map([
      [1, 1],
      [2, 2],
    ]),
    failure: null,
  });
  const bodies = claude.requests
    .map(({ body }) => JSON.stringify(body))
    .filter(text => text.includes('assignments'));
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain(JSON.stringify(assignSchema));
  expect(bodies[0]).toContain('It costs &lt;/claim&gt;&lt;b&gt;450&lt;/b&gt;.</claim>');
});

test('only the malformed assignment is discarded, and of two of one claim the first counts', () => {
  const assignments = [
    { claim: 1, matter: 'a', topic: 'tent' },
    { claim: 1, matter: 'b', topic: 2 },
    { claim: 1, matter: 'c', topic: 3 },
    { claim: 2, matter: 'd', topic: 0 },
  ];
  expect(parseAssignments({ assignments })).toEqual(new Map([[1, 2]]));
  expect(parseAssignments({ comparisons: [] })).toBeNull();
  expect(parseAssignments({ assignments: [] })).toBeNull();
});
