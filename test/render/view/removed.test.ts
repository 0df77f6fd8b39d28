import { expect, test } from 'vitest';
import { toUnnumbered } from '../../../src/core/claims/assemble.ts';
import { parseDraftClaim } from '../../../src/core/claims/draft.ts';
import { applyMessageChanges } from '../../../src/core/claims/message-changes.ts';
import { applyDecision, replaceWording } from '../../../src/core/claims/review.ts';
import { markSpoilers } from '../../../src/core/conversation/spoilers.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { formats } from '../../../src/render/formats.ts';
import { render } from '../../../src/render/render.ts';
import { allTexts } from '../../../src/render/texts.ts';
import {
  type Told,
  type ToldClaim,
  type ToldRejection,
  tellLines,
  tellMatters,
  tellSummary,
} from '../summaries.ts';

const messages = tellLines(
  'Ann: Who has the figures?',
  markSpoilers('Nadia: Approved. That is 17,700 € [9] @everyone ||for Tom||'),
  'Nadia: I can look at the printer.',
  'Nadia: Bye.',
  'Nadia: See you.',
);
const unsupported = { check: 'judge', problem: { code: 'judged_unsupported', words: '' } } as const;

function toRemoved(kind: string, text: string, cites: readonly number[], matter = 1): ToldRejection {
  const evidence = cites.map(position => ({ position }));
  const parsed = parseDraftClaim({ text, kind, evidence, matter });
  if (!parsed.ok) throw new Error('no claim');
  return { text, cites, reasons: [unsupported], draft: parsed.draft };
}

const asked: ToldClaim = { text: 'Ann asks for the figures.', cites: [1], matter: 2, topic: 'Figures' };
const seen: ToldClaim = { text: 'Everyone leaves.', cites: [5], matter: 4, topic: 'End' };
const matters = tellMatters(null, null, null, null);

function tell(told: Partial<Told> = {}) {
  const rejected = [
    toRemoved('decision', 'The budget of 17,700 € is approved.', [2], 2),
    toRemoved('fact', 'Nadia has the figures.', [2], 2),
    toRemoved('action', 'Nadia repairs the printer.', [3], 3),
  ];
  return tellSummary({ messages, claims: [asked, seen], rejected, frame: { matters }, ...told });
}

const show = (summary: ReturnType<typeof tell>) => toEmbedPages(summary)[0]?.embeds[0].description ?? '';
const decider = { by: { id: '1', name: 'Ann' }, at: '2026-03-09T10:00:00.000Z' };

test('a removed decision or task is replaced in its matter by its message, and named nowhere', () => {
  const text = show(tell());
  expect(text).toMatch(
    /\*\*Figures\*\*\n- Ann asks for the figures\..*\n- Removed\. See \[↗\]\(https:\/\/discord\.com\/channels\/1\/2\/2\) \*\*Nadia:\*\* “Approved\. That is 17,700 € \(9\) @\u200beveryone \\\[spoiler\\\]”\n\n\*\*End/,
  );
  // Nothing else is left of its matter.
  expect(text).toMatch(/\*\*Removed from the summary\*\*\n- Removed\..*look at the printer\.”$/);
  expect(text.replace(/ "[^"]*"\)/g, ')')).not.toMatch(/is approved|has the figures|repairs/);
  for (const format of formats.filter(each => each !== 'json')) {
    const [main = ''] = render(tell(), format).split(/<h2>Participants|"footer"/);
    expect(main, format).toContain('Removed. See');
    expect(main.replace(/<details.*<\/details>/s, ''), format).not.toMatch(/is approved|repairs/);
  }
});

test.each(allTexts)('in JSON in $tag, too, what a message says takes the place of what may be false', t => {
  const unclear: ToldClaim = { ...asked, status: 'needs_clarification', text: 'Tom wants it.', topic: null };
  const summary = tell({ claims: [unclear, seen], frame: { matters, language: t.tag } });
  const saidBy = (lead: 'unclearSee' | 'removedSee', by: string, words: string) =>
    [t(`summary.${lead}`), by + t('summary.colon'), t('summary.said', { words })].join(' ');
  const shown = saidBy('unclearSee', 'Ann', 'Who has the figures?');
  const whole = toDocument(summary);
  expect(whole.unclear).toMatchObject([{ text: shown, claimed: 'Tom wants it.' }]);
  expect(whole.rejected.map(({ said }) => said)).toEqual([
    saidBy('removedSee', 'Nadia', 'Approved. That is 17,700 € (9) @everyone [spoiler]'),
    undefined,
    saidBy('removedSee', 'Nadia', 'I can look at the printer.'),
  ]);
  const bare = toDocument(summary, { references: false });
  expect(bare.unclear).toEqual([shown]);
  expect(JSON.stringify({ ...bare, rejected: [] })).not.toContain('Tom wants');
});

test('a message keeps its number if that was shown before, and without references there is none', () => {
  const both = [{ ...asked, cites: [1, 2] }, seen];
  expect(show(tell({ claims: both }))).toMatch(/Removed\. See\u00a0\[\[2\]\]\([^)]+\) \*\*Nadia:\*\*/);
  // Its number belongs to a later matter.
  const later = show(tell({ claims: [asked, { ...seen, cites: [5, 2] }] }));
  expect(later).toContain('Removed. See [↗](https://discord.com/channels/1/2/2) **Nadia:**');
  expect([...later.matchAll(/\[\[(\d)\]\]/g)].map(([, number]) => number)).toEqual(['1', '2', '3']);
  expect(render(tell({ claims: both }), 'plain', { references: false })).toContain(
    '- Removed. See Nadia: “Approved.',
  );
});

test('what is repeated, cites nothing, was removed by a person or has lost a message is not replaced', () => {
  const [decision] = tell().rejected;
  expect(show(applyDecision(tell(), decision?.id ?? '', 'removed', decider) ?? tell())).not.toContain(
    '17,700',
  );
  const gone = applyMessageChanges(tell(), { deleted: new Set(['m2']), edited: new Set() });
  expect(show(gone)).not.toMatch(/Removed\. See|17,700/);
  const edited = applyMessageChanges(tell(), { deleted: new Set(), edited: new Set(['m2']) });
  expect(show(edited)).toMatch(/17,700.*\*\(a source was edited since\)\*/);
  const repeated: ToldRejection = {
    ...toRemoved('decision', 'Again.', [1]),
    reasons: [{ check: 'citation', problem: { code: 'said_already' } }],
  };
  const rejected = [repeated, toRemoved('decision', 'From nowhere.', [])];
  expect(show(tell({ rejected }))).not.toContain('Removed. See');
  const frame = { engine: { name: 'extractive', reason: 'unsupported' } } as const;
  expect(show(tell({ frame }))).not.toContain('Removed. See');
});

test('an unclear claim shows what its messages say, until a person rewords it', () => {
  const unclear: ToldClaim = {
    ...asked,
    status: 'needs_clarification',
    text: 'Tom wants it.',
    cites: [[1, 'figures'], 4],
  };
  const summary = tell({ claims: [unclear, seen], rejected: [] });
  expect(show(summary)).toMatch(
    /- Unclear\. See\u00a0\[\[1\]\]\([^)]+\) \*\*Ann:\*\* “Who has the figures\?”\u00a0\[\[2\]\]\([^)]+\)\n/,
  );
  expect(show(summary)).not.toContain('Tom wants');
  const [reworded] = summary.claims.map(claim => {
    const contents = { ...toUnnumbered(claim, summary.footnotes), text: 'Tom may want it.' };
    return replaceWording(summary, claim.id, contents, decider);
  });
  expect(reworded && show(reworded)).toContain('*(unclear)* *(reworded by Ann)*');
});

test('while a summary is written, nothing counts as removed', () => {
  const [page] = toEmbedPages(tell(), { isUnfinished: true });
  expect(JSON.stringify(page)).not.toMatch(/Removed\. See|:why:/);
});

test('Why is on the first row where something was removed or marked, and only there', () => {
  const toRow = (summary: ReturnType<typeof tell>) =>
    toEmbedPages(summary)[0]?.components[0]?.components.map(each => each.label);
  expect(toRow(tell())).toEqual(['Sources', 'Why']);
  expect(toRow(tell({ rejected: [] }))).toEqual(['Sources']);
  const unclear: ToldClaim = { ...asked, status: 'needs_clarification' };
  expect(toRow(tell({ claims: [unclear], rejected: [] }))).toEqual(['Sources', 'Why']);
});

test.each(allTexts)('the last line of a post in $tag says who wrote it and who checked', t => {
  const toLast = (engine: { name: string; model?: string; judge?: string }, claims = [asked, seen]) =>
    toEmbedPages(tell({ claims, rejected: [], frame: { matters, engine } }), { t, isPublic: true })[0]
      ?.embeds[0].footer?.text.split('\n')
      .at(-1);
  const judged = toLast({ name: 'claude', model: 'writer-1', judge: 'judge-2' });
  expect(judged).toMatch(/writer-1.*2.*judge-2/);
  expect(toLast({ name: 'claude', model: 'writer-1' })).toBe(
    `${t('summary.footer.written', { model: 'writer-1' })} · ${t('summary.footer.unjudged')}`,
  );
  const quote: ToldClaim = { ...asked, cites: [[1, 'Who has the figures?']] };
  expect(toLast({ name: 'extractive' }, [quote])).toContain(t('summary.footer.quotes', { count: 1 }));
  if (t.tag === 'en') expect(judged).toBe('Written by writer-1 · 2 statements checked by judge-2');
  expect(toEmbedPages(tell(), { t })[0]?.embeds[0].footer?.text).not.toContain('\n');
});
