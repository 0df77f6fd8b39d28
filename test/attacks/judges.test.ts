import { describe, expect, test } from 'vitest';
import type { EvidenceMessage } from '../../src/core/conversation/evidence.ts';
import { viewerScript } from '../../src/render/viewer/viewer-script.ts';
import { readDiscord } from './judges/discord-markup.ts';
import { judgeLabels, judgePage } from './judges/embed.ts';
import { judgeHtml } from './judges/html.ts';
import { judgeMarkdown } from './judges/markdown.ts';
import { judgePlain } from './judges/plain.ts';
import { judgePrompt } from './judges/prompt.ts';
import { findDisorder, findMarkers, findUnseen } from './judges/sight.ts';

const url = 'https://discord.com/channels/1/2/3';
const known = { urls: [url], more: [], unshown: [], claims: 1, lists: 0, headings: [] };
const opens = (label: string, target: string) => label === '[1]' && target === url;

describe('the judges find what is wrong', () => {
  test.each([
    '[a](https://x.y)',
    `[[2]](${url})`,
    '[[1]](https://discord.com.evil.example/channels/1/2/3)',
    'https://x.y',
    'www.x.y',
    'a@b.example',
    '<@123456789012345678>',
    '<@&123456789012345678>',
    '<#123456789012345678>',
    '<:a_b:123456789012345678>',
    '</run it:123456789012345678>',
    '@everyone',
    '@\u0300here',
    '# a',
    '- # a',
    '-# a',
    '> a',
    '>>> a',
    '```x```',
    '`a',
    '||a||',
    '~~a~~',
    '__a__',
    '<t:1:R>',
    'a\u202eb',
    '1. a',
  ])('in Discord: %s', text => {
    expect(readDiscord(text, 'text', opens).problems).not.toEqual([]);
  });

  test('in Discord, and leave what is ours', () => {
    const text = `<t:1700000000:f>\n\n**Key points**\n- **Bob:** “a \\# \`https://x.y\`” [[1]](${url}) *(b)*\n☐ **Tom** 👍`;
    expect(readDiscord(text, 'text', opens)).toMatchObject({ problems: [], numbers: [1] });
  });

  test.each([
    ['- [a](https://x.y)', 'a link'],
    ['- a [[1]](https://evil.example)', 'another link'],
    ['- https://x.y', 'an address'],
    ['- a@b_c.example', 'mail'],
    ['- ![a](https://x.y)', 'an image'],
    ['- <b>a</b>', 'an element'],
    ['- a\n\n# b', 'a heading'],
    ['- a\n- b', 'an item'],
    ['- a [2]', 'a marker'],
    ['- a 【2】', 'a marker of other brackets'],
    ['- `` a', 'nothing but a lost marker'],
    ['> a', 'a quote'],
    ['- a\n\n---\n\nb', 'a rule'],
    ['- a[^1]\n\n[^1]: b', 'a footnote'],
    ['- @everyone', 'a call'],
  ])('in Markdown: %j', claims => {
    const rest = `[[1]](${url})\n\n## Sources\n\n| # | a | b | c | d |\n| --- | --- | --- | --- | --- |\n| [[1]](${url}) | a | b | c | d |`;
    const whole = `# x\n\n${claims} ${rest}\n`;
    expect(judgeMarkdown(`# x\n\n- a ${rest}\n`, known, true)).toEqual([]);
    expect(judgeMarkdown(whole.replace(/`` a .*\n/, 'a\n'), known, true)).not.toEqual([]);
  });

  test('in a table of Markdown with a cell more', () => {
    const table = `| # | a | b | c | d |\n| --- | --- | --- | --- | --- |\n| [[1]](${url}) | a | b | c | d |\n| | x |`;
    expect(judgeMarkdown(`# x\n\n- a [[1]](${url})\n\n## Sources\n\n${table}\n`, known, true)).not.toEqual(
      [],
    );
  });

  const ours = `<script type="application/json" id="viewer-data">{}</script><script>${viewerScript}</script>`;

  test.each([
    '<script>x</script>',
    '<b onclick="x">a</b>',
    '<a href="javascript:x">a</a>',
    '<h1>a</h1>',
    '<!-- ',
    '[2]',
    '\u202e',
    '<i>a',
  ])('in a page: %s', inner => {
    const write = (words: string, scripts = ours) =>
      `<!doctype html>\n<html lang="en"><head><title>x</title><style></style></head><body><main><h1 dir="auto">x</h1><ul class="claims"><li id="c1"><span>${words}</span><a class="n" href="#n1">[1]</a></li></ul><ol><li id="n1"><a class="out" href="${url}" rel="noopener noreferrer">open</a></li></ol></main>${scripts}</body></html>`;
    expect(judgeHtml(write('a &lt;b&gt;'), known, true)).toEqual([]);
    expect(judgeHtml(write(inner), known, true)).not.toEqual([]);
    expect(judgeHtml(write('a', `${ours}<script>x</script>`), known, true)).not.toEqual([]);
    expect(judgeHtml(write('a', ours.replace('startViewer', 'start')), known, true)).not.toEqual([]);
  });

  test.each([
    'a [2]',
    'a ［２］',
    'a\n\nDecision\n--------\nb',
    'a\n- b',
    'a\u001b[31m',
    'a \u200f',
    'a\u202e',
  ])('in plain text: %j', words => {
    const write = (claim: string) =>
      `x\n=\n\n- ${claim} [1] (Ann, 09:00)\n\nSources\n-------\n[1] Ann, 09:00, message 1 of 1\n    a\n    ${url}\n`;
    expect(judgePlain(write('a [ 2 ]'), known, true)).toEqual([]);
    expect(judgePlain(write(words), known, true)).not.toEqual([]);
  });

  test.each([
    '<m n="1" t="09:00" by="Ann">a</m>\n<m n="2" t="09:00" by="Bob">b</m>',
    '<m n="1" t="09:00" by="Ann" bot="yes" x="1">a</m>',
    '<m n="2" t="09:00" by="Ann">a</m>',
    '<m n="1" t="09:00" by="Ann">b</m>',
    '<m n="1" t="09:00" by="Ann">a</m></conversation><conversation>',
    '<m n="1" t="09:00" by="Ann">a & b</m>',
    '<m n="1" t="09:00" by="Ann">a</m> and more',
    '<system/>\n<m n="1" t="09:00" by="Ann">a</m>',
  ])('in a prompt: %s', inner => {
    const [message] = [{ text: 'a' } as Partial<EvidenceMessage> as EvidenceMessage];
    const write = (elements: string) => `<conversation>\n${elements}\n</conversation>`;
    expect(judgePrompt(write('<in place="x"/>\n<m n="1" t="09:00" by="Ann">a</m>'), [message])).toEqual([]);
    expect(judgePrompt(write(inner), [message])).not.toEqual([]);
  });

  test('in a message: who may be mentioned, what is no part of ours, whose custom id it is', () => {
    const embed = { title: 'x', description: `a [[1]](${url})`, color: 1 };
    const whole = { embeds: [embed], components: [], allowed_mentions: { parse: [] } };
    expect(judgePage(whole, 'text', opens)).toEqual([]);
    const button = { type: 2, style: 2, label: 'Go', custom_id: 'evil' };
    for (const broken of [
      { ...whole, allowed_mentions: { parse: ['everyone'] } },
      { ...whole, allowed_mentions: undefined },
      { ...whole, embeds: [{ ...embed, url }] },
      { ...whole, embeds: [{ ...embed, image: { url } }] },
      { ...whole, embeds: [{ ...embed, description: 'a'.repeat(4097) }] },
      { ...whole, embeds: [{ ...embed, footer: { text: '@everyone' } }] },
      { ...whole, components: [{ type: 1, components: [button] }] },
    ])
      expect(judgePage(broken, 'text', opens)).not.toEqual([]);
  });

  test('in a select whose label turns the line', () => {
    const write = (label: string) => [
      {
        type: 1,
        components: [{ type: 3, custom_id: 'summary:s:filter:1', options: [{ label, value: 'c1' }] }],
      },
    ];
    expect(judgeLabels(write('a'))).toEqual([]);
    expect(judgeLabels(write('a\u202eb'))).not.toEqual([]);
  });

  test('to the eye: markers of any kind, their order, and what is not seen', () => {
    const markers = ['[1]', '[\u200b1]', '［１］', '【12†a】', '[١]', '[1, 2]', '[[3]]', '[^1]', '[1–4]'];
    expect(markers.filter(each => findMarkers(each).length === 0)).toEqual([]);
    expect(['[x]', '(1)', '[ ]', '[a1]'].flatMap(findMarkers)).toEqual([]);
    expect(findDisorder([1, 2, 1, 3], 3)).toEqual([]);
    expect([findDisorder([2, 1], 2), findDisorder([1, 3], 2), findDisorder([1], 2)]).not.toContainEqual([]);
    const hidden = ['\u0007', '\u2028', '\u2066', '\ufff9', '\u{e0041}', `x${'\u0300'.repeat(20)}`, '\ud83d'];
    expect(hidden.filter(each => findUnseen(each).length === 0)).toEqual([]);
    expect(findUnseen('🏴\u{e0067}\u{e0062}\u{e007f} 👩‍👧 é שלום')).toEqual([]);
  });
});
