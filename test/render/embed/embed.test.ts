import { expect, test } from 'vitest';
import { omissionReasons } from '../../../src/core/conversation/message.ts';
import { markSpoilers } from '../../../src/core/conversation/spoilers.ts';
import { toEmbedPages, toLead, toTextPages } from '../../../src/render/embed/embed.ts';
import { colors, countMarkup } from '../../../src/render/embed/message-body.ts';
import { toSourcesPages, toWhyPages } from '../../../src/render/embed/panels.ts';
import { allTexts } from '../../../src/render/texts.ts';
import { toShownLine } from '../../../src/render/view/shown.ts';
import { extractiveSummary, fullSummary } from '../full-summary.ts';
import { readDiscord, squeeze } from '../readings.ts';
import { type Told, tellLines, tellMatters, tellSummary } from '../summaries.ts';

const messages = tellLines(...[0, 1, 2, 3, 4, 5, 6, 7].map(n => `Person ${n}: Message ${n}`));
const tell = (told: Partial<Told>) => tellSummary({ messages, claims: [], ...told });
const toDescriptions = (pages: ReturnType<typeof toEmbedPages>) =>
  pages.flatMap(({ embeds }) => embeds.map(({ description = '' }) => description));

test('a claim longer than a page goes on overleaf, whole, with its marker at its end', () => {
  const text = Array.from({ length: 1200 }, (_, index) => `word${index}`).join(' ');
  const pages = toEmbedPages(
    tell({
      claims: [
        { text: 'First.', cites: [1] },
        { text, cites: [2] },
      ],
    }),
  );
  expect(pages.map(({ embeds }) => embeds.length)).toEqual([2, 2]);
  const shown = toDescriptions(pages);
  expect(squeeze(readDiscord(shown.join(' ')))).toContain(squeeze(text));
  expect(shown[0]).toMatch(/First\.\u00a0\[\[1\]\].*\n- word0 .* …$/s);
  expect(shown[1]).toMatch(/^… word/);
  expect(shown.at(-1)).toMatch(
    /word1199\u00a0\[\[2\]\]\(https:\/\/discord\.com\/channels\/1\/2\/2(?: "[^"]*")?\)$/,
  );
});

test('a family emoji is never split between pages', () => {
  const family = '👩‍👩‍👧‍👦';
  const pages = toEmbedPages(tell({ claims: [{ text: family.repeat(700), cites: [1] }] }));
  expect(pages.length).toBeGreaterThan(1);
  const shown = toDescriptions(pages).join('');
  expect(shown.split(family)).toHaveLength(701);
});

test('pages turn by buttons that are disabled at the ends, and a single page without sources has no row', () => {
  const claims = Array.from({ length: 60 }, () => ({ text: 'x'.repeat(180), cites: [1] }));
  const pages = toEmbedPages(tell({ claims }));
  const buttons = pages.map(({ components }) =>
    components.map(row => row.components.map(each => [each.custom_id, each.disabled ?? false])),
  );
  expect(pages.length).toBe(3);
  expect(buttons[0]).toEqual([
    [
      ['summary:s_7Qd2mXk4:page:0', true],
      ['summary:s_7Qd2mXk4:page:2', false],
    ],
    [['summary:s_7Qd2mXk4:sources:1', false]],
  ]);
  expect(buttons.at(-1)?.[0]).toEqual([
    ['summary:s_7Qd2mXk4:page:2', false],
    ['summary:s_7Qd2mXk4:page:4', true],
  ]);
  expect(pages[1]?.embeds.at(-1)?.footer?.text).toMatch(/^page 2 of 3 · ✓ 60 checked · 8 messages$/);
  const bare = toEmbedPages(tell({ claims: claims.slice(0, 1) }), { references: false });
  expect(bare[0]?.components).toEqual([]);
});

test('an empty window says so, in the language of the summary', () => {
  const [page] = toEmbedPages(tellSummary({ messages: [], claims: [], frame: { language: 'de-AT' } }));
  expect(page?.embeds[0].description).toBe('In diesem Zeitraum gibt es keine Nachrichten.');
  expect(page?.embeds[0].color).toBe(colors.empty);
  expect(page?.components).toEqual([]);
});

test('fewer than five messages make one list without headings', () => {
  const claims = [{ text: 'A.', cites: [1], topic: 'Tent', matter: 1 }];
  const matters = tellMatters(null);
  const [few, enough] = [4, 5].map(count => {
    const summary = tellSummary({ messages: messages.slice(0, count), claims, frame: { matters } });
    return toEmbedPages(summary)[0]?.embeds[0].description;
  });
  expect(few).not.toContain('Tent');
  expect(enough).toContain('**Tent**');
});

test('the edge tells a doubt from a summary that stands, and quotes from a model', () => {
  const color = (summary: typeof fullSummary) => toEmbedPages(summary)[0]?.embeds[0].color;
  expect(color(fullSummary)).toBe(colors.needsClarification);
  expect(color(extractiveSummary)).toBe(colors.unjudged);
  const told = { text: 'A.', cites: [1] } as const;
  expect(color(tell({ claims: [told] }))).toBe(colors.verified);
  const unjudged = { ...told, status: 'sources_found' } as const;
  expect(color(tell({ claims: [told, unjudged] }))).toBe(colors.unjudged);
  expect(color(tell({ claims: [unjudged, { ...told, status: 'needs_clarification' }] }))).toBe(
    colors.needsClarification,
  );
});

test('Why names every reason for an omission in every language, at six digits each, and the footer stays short', () => {
  const [reasons] = [omissionReasons];
  for (const t of allTexts) {
    const summary = tell({ claims: [{ text: 'A.', cites: [1] }] });
    const omitted = reasons.map(reason => ({ reason, count: 123_456 }));
    const full = Object.assign({}, summary, {
      coverage: { ...summary.coverage, read: 999_999, available: 999_999, omitted },
      counts: { hidden: 1234 },
    });
    const [page] = toEmbedPages(full, { t });
    expect(page?.embeds[0].footer?.text.length).toBeLessThan(140);
    const why = toWhyPages(full, t)[0]?.embeds[0].description ?? '';
    for (const { reason, count } of omitted)
      expect(why).toContain(toShownLine(t(`summary.omitted.${reason}`, { count })));
    expect(why).toContain(toShownLine(t('summary.hidden', { count: 1234 })));
  }
});

test('what claims only count is listed among the sources without a number', () => {
  const summary = tell({
    claims: [
      { text: 'A.', cites: [1, 2, 3, 4, 5] },
      { text: 'B.', cites: [6] },
    ],
  });
  const text = toSourcesPages(summary)
    .map(({ embeds }) => embeds[0].description)
    .join('\n');
  expect([...text.matchAll(/Message (\d)$/gm)].map(([, digit]) => Number(digit))).toEqual([0, 1, 2, 5, 3, 4]);
  expect(text).toMatch(/\*\*Further messages\*\*\n\*\*<t:\d+:D>\*\*\n- \[↗\]\(\S+\) \*\*Person 3\*\*/);
  expect(text).toContain('message 4 of 8');
});

test('a matter that goes on in another embed repeats its heading', () => {
  const claims = Array.from({ length: 30 }, (_, index) => ({
    text: `${index} ${'words of a long matter '.repeat(12)}.`,
    cites: [1],
    topic: 'Tent',
    matter: 1,
  }));
  const [first, second] = toEmbedPages(
    tellSummary({ messages, claims, frame: { matters: tellMatters(null) } }),
  );
  expect(first?.embeds.map(({ description }) => /Tent/.test(description ?? ''))).toEqual([true, true]);
  expect(second?.embeds[0].description).toMatch(/^\*\*Tent \(continued\)\*\*\n/);
});

test('a line of its own without a heading is a paragraph, and several are a list', () => {
  const claims = [1, 2, 2, 3, 4, 4].map((matter, index) => ({ text: `Claim ${index}`, cites: [1], matter }));
  const [page] = toEmbedPages(
    tellSummary({ messages, claims, frame: { matters: tellMatters(null, 'Tent', null, null) } }),
  );
  const lines = (page?.embeds[0].description ?? '').split('\n').map(line => line.replace(/\u00a0.*/, ''));
  expect(lines.join('\n')).toMatch(
    /Claim 0\n\n\*\*Tent\*\*\n- Claim 1\n- Claim 2\n\nClaim 3\n\n- Claim 4\n- Claim 5$/,
  );
});

/** From here on, Discord's apps show markup as it is written. */
const mostMarkup = 100;

test('the fullest page has less markup than Discord shows', () => {
  const claims = Array.from({ length: 200 }, (_, index) => ({
    text: `\`a${index}\` and **b** meet: see \`c\`, \`d\` and \`e\``,
    cites: [1, 2, 3],
  }));
  const pages = toEmbedPages(tell({ claims }));
  const counts = pages.map(({ embeds }) =>
    embeds.reduce((sum, { description = '' }) => sum + countMarkup(description), 0),
  );
  expect(Math.max(...counts)).toBeGreaterThan(60);
  expect(Math.max(...counts)).toBeLessThan(mostMarkup);
  expect(squeeze(toDescriptions(pages).join(' '))).toContain('a199');
  expect(countMarkup('- **a** [[1]](u) `c` <t:1:D> ||d|| *e*')).toBe(7);
});

test('without embeds, a summary is told whole, in messages that Discord takes', () => {
  const claims = Array.from({ length: 60 }, (_, index) => ({
    text: `Claim ${index} ${'x'.repeat(150)}`,
    cites: [1],
  }));
  const pages = toTextPages(tell({ claims }));
  expect(Math.max(...pages.map(({ content }) => content.length))).toBeLessThanOrEqual(2_000);
  const all = pages.map(({ content }) => content).join('\n');
  for (const { text } of claims) expect(all).toContain(text);
  expect(all).not.toMatch(/\]\(http/);
  expect(pages[0]?.components[0]?.components[1]?.custom_id).toMatch(/:text:2$/);
  expect(toLead(tell({ claims: [] }), {}, 2_000)).toEqual({ text: '', items: 0 });
});

test('what a summary begins by saying stands above its only claim, not below it', () => {
  const only = tell({
    claims: [{ text: 'Ann looks.', cites: [1] }],
    frame: { engine: { name: 'extractive', reason: 'overloaded' } },
  });
  const { text, items } = toLead(only, {}, 2_000);
  const [page] = toEmbedPages(only, { leadItems: items });
  expect(text).toMatch(/Here are selected quotes[\s\S]*Ann looks/);
  expect(page?.embeds[0].description).not.toContain('Here are selected quotes');
});

test('a number shows who wrote its message, when and its first words, and nothing that could end the link', () => {
  const said = 'Look \\" [x](https://evil.example) 😀 ||hidden|| `code` @everyone 1️⃣ “déjà vu” '.repeat(3);
  const messages = tellLines(`Ann "A" 🎉 (x): ${markSpoilers(said)}`);
  const [page] = toEmbedPages(tellSummary({ messages, claims: [{ text: 'Ann looks.', cites: [1] }] }));
  const description = page?.embeds[0].description ?? '';
  const title = /\[\[1\]\]\(https:\/\/\S+ "([^"\n]*)"\)$/.exec(description)?.[1] ?? '';
  expect(title).toMatch(/^Ann A x , 2026-03-09 10:00: Look x https: evil.example spoiler code everyone 1 /);
  expect(title).not.toMatch(/\p{Emoji_Presentation}|[\ufe0f\u20e3"()[\]\\`@|*_~<>/]/u);
  expect(title.length).toBeLessThanOrEqual(90);
});

test('numbers lose what they show before a claim goes to another page, and no limit is passed', () => {
  const messages = tellLines(
    ...Array.from({ length: 60 }, (_, index) => `Ann: ${'word '.repeat(30)}${index}`),
  );
  const claims = messages.map((_, index) => ({
    text: `It is claim ${'x'.repeat(60)} ${index}.`,
    cites: [index + 1],
  }));
  const pages = toEmbedPages(tellSummary({ messages, claims }));
  for (const { embeds } of pages) {
    expect(embeds.every(({ description = '' }) => description.length <= 4000)).toBe(true);
    const all = embeds.map(
      ({ title = '', description = '', footer }) => title + description + (footer?.text ?? ''),
    );
    expect(all.join('').length).toBeLessThanOrEqual(6000);
  }
  const text = pages.map(({ embeds }) => embeds.map(({ description }) => description).join('\n')).join('\n');
  expect(text.match(/\[\[\d+\]\]\(/g)).toHaveLength(60);
  const shown = text.match(/\[\[\d+\]\]\(\S+ "/g) ?? [];
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.length).toBeLessThan(60);
});
