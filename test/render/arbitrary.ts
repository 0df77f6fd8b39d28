import fc from 'fast-check';
import { checkNames, claimStatuses, findingEffects } from '../../src/core/claims/claim.ts';
import { longestDispute } from '../../src/core/claims/disputes.ts';
import { claimKinds } from '../../src/core/claims/kind.ts';
import { engineReasons, type Summary } from '../../src/core/claims/summary.ts';
import { withoutSpoilerMarks } from '../../src/core/conversation/spoilers.ts';
import { isVisible } from '../../src/core/conversation/text.ts';
import { toArbitraryProblem } from '../core/claims/problems.ts';
import {
  type ToldClaim,
  type ToldMessage,
  type ToldRejection,
  tellMatters,
  tellSummary,
} from './summaries.ts';

/** What people and models have written, or might. */
const nasty = [
  'plain words',
  'Bob: “quote” → Ann: “yes”',
  '**bold** _it_ ~~no~~ ||spoiler||',
  '`code` ``two``',
  '```js\nrm -rf\n```',
  '# heading',
  '\n## heading',
  '- item',
  '\n> quote',
  '>>> all',
  '1. one',
  '-# small',
  '[click](https://evil.example)',
  '[[9]](https://evil.example)',
  '[7]',
  '[ ]',
  '[1]: https://evil.example',
  'https://evil.example/a_b(c)',
  'http://x.y`z',
  '<https://evil.example>',
  'www.evil.example',
  'steam://run/1',
  'me@evil.example',
  'a@b.cc+x@y.zz',
  '@everyone',
  '@here',
  '@\u202eeveryone',
  '<@123456789012345678>',
  '<@&42>',
  '<#42>',
  '<t:1700000000:R>',
  '<id:customize>',
  '<:party:123456789012345678>',
  '<a:b:1>',
  '</run:1>',
  ':smile:',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  'e\u0301\u0302',
  '\ud83d',
  '\udc00x',
  'שלום',
  'مرحبا \u202eevil',
  '\u2066a\u2069',
  '\u0000\u0007\u001b[31m',
  '\u009b',
  '\r\n',
  '\t',
  '\u2028',
  '| a | b |',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='x",
  '&lt;b&gt; &amp;',
  '<!-- x -->',
  '</style>',
  '$x^2$',
  '\\',
  '\\\\*',
  '...',
  '…',
  '+',
  '=',
  '---',
  '@',
  'x:',
  '日本語のテキスト',
  '\u200b',
] as const;

const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  // No source contains our spoiler marks.
  fc.string({ unit: 'binary', maxLength: 8 }).map(withoutSpoilerMarks),
  fc.string({ maxLength: 12 }),
);
const short = fc
  .array(fragment, { minLength: 1, maxLength: 5 })
  .chain(parts => fc.constantFrom('', ' ').map(glue => parts.join(glue)));
const long = fc.oneof(
  fc.constantFrom(...nasty).map(part => part.repeat(Math.ceil(5000 / part.length)).slice(0, 5000)),
  fc.constant(`https://evil.example/${'a%20('.repeat(395)}`),
  fc.constant('word '.repeat(1000)),
);
export const arbitraryText = fc.oneof({ weight: 60, arbitrary: short }, { weight: 1, arbitrary: long });
const name = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('Ann', 'Bob', 'Carol', 'D: E', 'Émilie 🦊', '**x**', '[1]', 'x_y_z', ''),
  },
  { weight: 3, arbitrary: short },
  { weight: 1, arbitrary: fc.constant('Name '.repeat(60)) },
);
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());
const url = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .nat(10 ** 6)
      .map(n => `https://discord.com/channels/1099000000000000007/1099000000000000042/12700000000${n}`),
  },
  fc.constantFrom(
    'https://x.example/a b',
    'https://x.example/(a)[b]<c>"\'`|*',
    'javascript:alert(1)',
    'https://x.example/\n',
    'data:text/html,x',
    'HTTPS://X.example',
    '',
  ),
  fc.constantFrom(`https://x.example/${'y'.repeat(480)}`, `https://x.example/${'y'.repeat(2000)}`),
);

const message: fc.Arbitrary<ToldMessage> = fc.record(
  {
    by: name,
    // What shows nothing is no evidence, and what is cited always is.
    text: arbitraryText.map(text => (isVisible(text) ? text : 'x')),
    at: instant,
    url,
    forwarded: fc.boolean(),
    edited: fc.boolean(),
    channel: fc.record({ id: fc.constant('42'), title: name }),
  },
  { requiredKeys: ['by', 'text', 'at'] },
);

/** Up to six positions, some with a stretch of what stands there. */
function cites(messages: readonly ToldMessage[]) {
  const positions = fc.uniqueArray(fc.integer({ min: 1, max: messages.length }), {
    minLength: 1,
    maxLength: 6,
  });
  return fc.tuple(positions, fc.nat(12), fc.nat(12)).map(([chosen, start, length]) =>
    chosen.map(position => {
      const words = messages[position - 1]?.text.slice(start, start + length) ?? '';
      return [position, words] as const;
    }),
  );
}

const rejected: fc.Arbitrary<ToldRejection> = fc.record({
  text: arbitraryText,
  reasons: fc.array(
    fc.record(
      {
        check: fc.constantFrom(...checkNames),
        problem: toArbitraryProblem(arbitraryText),
      },
      { requiredKeys: ['check', 'problem'] },
    ),
    { minLength: 1, maxLength: 3 },
  ),
  draft: fc.option(
    fc.record({
      evidence: fc.array(fc.record({ position: fc.integer(), quote: arbitraryText }), { maxLength: 3 }),
      kind: fc.constantFrom(...claimKinds),
      topic: fc.option(name),
      text: arbitraryText,
      speakers: fc.array(name, { maxLength: 2 }),
      owner: fc.option(name),
      due: fc.option(short),
      confidence: fc.constantFrom(0, 0.5, 1),
    }),
  ),
});

const dispute = fc.record({
  by: fc.record({ id: fc.constantFrom('u-1', 'u-2'), name }),
  at: instant,
  text: arbitraryText.map(text => text.slice(0, longestDispute)),
});

function claim(messages: readonly ToldMessage[]): fc.Arbitrary<ToldClaim> {
  return fc
    .record({
      kind: fc.constantFrom(...claimKinds),
      matter: fc.constantFrom(1, 2, 3, 9),
      text: arbitraryText.map(text => (text.trim() === '' ? 'x' : text)),
      topic: fc.option(name),
      speakers: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
      asSpeech: fc.boolean(),
      owner: fc.option(name),
      due: fc.option(short),
      decision: fc.option(fc.constantFrom('approved', 'decided', 'declined')),
      status: fc.constantFrom(...claimStatuses),
      citationReplaced: fc.boolean(),
      findings: fc.array(
        fc.record(
          {
            check: fc.constantFrom(...checkNames),
            outcome: fc.constantFrom('fail', 'pass', 'abstain'),
            problem: toArbitraryProblem(arbitraryText),
            effect: fc.constantFrom(...findingEffects),
          },
          { requiredKeys: ['check', 'outcome', 'problem'] },
        ),
        { maxLength: 2 },
      ),
      cites: cites(messages),
      disputes: fc.option(fc.array(dispute, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 3 }),
    })
    .map(({ asSpeech, text, ...told }) => ({
      ...told,
      text: asSpeech ? `${told.speakers[0]}: ${text}` : text,
    }));
}

/** Summaries of 1 to 14 messages with up to 60 claims, made by the real renumbering, of the worst there is to show. */
export const arbitrarySummary: fc.Arbitrary<Summary> = fc
  .record({
    messages: fc
      .array(message, { minLength: 1, maxLength: 14 })
      .map(told => told.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))),
    language: fc.constantFrom('en', 'de', 'fr', 'es', 'ja', 'it'),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
    engine: fc.record(
      {
        name: fc.constantFrom('claude', 'extractive'),
        reason: fc.constantFrom(...engineReasons),
        judge: fc.constantFrom('claude-haiku-5-5', 'of ano*ther* [1] maker'),
      },
      { requiredKeys: ['name'] },
    ),
    title: name,
    titles: fc.array(fc.option(arbitraryText), { maxLength: 3 }),
    dropped: fc.array(rejected, { maxLength: 3 }),
  })
  .chain(({ messages, language, zone, engine, title, titles, dropped }) =>
    fc
      .oneof(
        { weight: 5, arbitrary: fc.array(claim(messages), { maxLength: 6 }) },
        {
          weight: 1,
          arbitrary: fc.array(claim(messages), { minLength: 20, maxLength: 60, size: 'max' }),
        },
      )
      .map(claims =>
        tellSummary({
          messages,
          claims: claims.map((told, index) => ({ ...told, text: `${told.text} ⌘${index}⌘` })),
          rejected: dropped,
          source: { title },
          frame: { language, zone, engine, matters: tellMatters(...titles) },
          unreadable: messages.length % 3,
        }),
      ),
  );

/** Those in which every claim cites a message that is there, as verification guarantees. */
export const supportedSummary = arbitrarySummary.filter(({ claims }) =>
  claims.every(({ references }) => references.length > 0),
);
