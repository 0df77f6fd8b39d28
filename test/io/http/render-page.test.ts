import { expect, test } from 'vitest';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { createPageRenderer } from '../../../src/io/http/render-page.ts';
import { toHtml } from '../../../src/render/formats/html.ts';
import { makeConversation } from '../../bench/conversation.ts';
import { fullSummary } from '../../render/full-summary.ts';
import { workers } from '../../workers.ts';

/** Vitest compiles the script of the page, the worker does not. */
const withoutScript = (page: string | Uint8Array) =>
  Buffer.from(page)
    .toString()
    .replace(/<script>.*?<\/script>/s, '')
    .replace(/sha256-[\w+/=]+/, '');

test('a thread renders the same page of a long conversation', async () => {
  const runs: string[] = [];
  const render = createPageRenderer({
    run: (task, ...rest) => {
      runs.push(task);
      return workers.run(task, ...rest);
    },
  });
  for (const size of [1_000, 1_001]) {
    const conversation = toEvidence(makeConversation(size)).messages;
    const shown = { conversation, isCut: true };
    const page = withoutScript(await render(fullSummary, shown));
    expect(page).toBe(withoutScript(toHtml(fullSummary, shown)));
    expect(page).toContain(conversation.at(-1)?.text.slice(0, 20));
  }
  expect(runs).toEqual(['page']);
  expect(await render(fullSummary, {})).toBe(toHtml(fullSummary, {}));
});
