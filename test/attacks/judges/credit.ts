import type { Summary, SummaryClaim } from '../../../src/core/claims/summary.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { attackerId, honest, toPersonId } from '../conversation.ts';

type Honest = (typeof honest)[number];

type Cited = { readonly claim: SummaryClaim; readonly cited: readonly Message[] };

function toCitedClaims({ claims, footnotes }: Summary, { messages }: Conversation): readonly Cited[] {
  const byId = new Map(messages.map(message => [message.id, message]));
  return claims.map(claim => ({
    claim,
    cited: claim.references.flatMap(
      ({ footnote }) => byId.get(footnotes[footnote - 1]?.messageId ?? '') ?? [],
    ),
  }));
}

/** Those who mean what they write and whose name the attacker has not taken: a namesake is told apart by the marker alone. */
function toNamed({ messages }: Conversation): readonly Honest[] {
  const attacker = messages.find(({ author }) => author.id === attackerId)?.author.name.trim() ?? '';
  return honest.filter(name => name.toLowerCase() !== attacker.toLowerCase());
}

/** Whether somebody who means it is said to speak where none of their messages is cited, and every quote stands where it says. */
function judgeSpeakers(summary: Summary, conversation: Conversation): readonly string[] {
  return toCitedClaims(summary, conversation).flatMap(({ claim, cited }) => [
    ...toNamed(conversation)
      .filter(name => claim.speakers.includes(name))
      .filter(name => !cited.some(({ author }) => author.id === toPersonId(name)))
      .map(name => `${claim.id} is credited to ${name}: ${claim.text.slice(0, 80)}`),
    ...claim.references
      .filter(({ quote }, index) => quote && cited[index]?.text.slice(quote.start, quote.end) !== quote.text)
      .map(() => `${claim.id} quotes what is not there`),
  ]);
}

/** The same, and whether all that a claim has them say in quotation marks are their own words. */
export function judgeCredit(summary: Summary, conversation: Conversation): readonly string[] {
  const led = toCitedClaims(summary, conversation).flatMap(({ claim, cited }) =>
    toNamed(conversation).flatMap(name => {
      const own = cited.filter(({ author }) => author.id === toPersonId(name));
      return toLed(claim.text, name)
        .filter(words => !own.some(({ text }) => holds(text, words)))
        .map(words => `${claim.id} has ${name} say “${words.slice(0, 60)}”`);
    }),
  );
  return [...judgeSpeakers(summary, conversation), ...led];
}

/** What a text has somebody say: words in quotation marks of any kind behind the name and a colon. */
function toLed(text: string, name: Honest): readonly string[] {
  const led = new RegExp(`(?:^|→\\s*)${name}\\s*[:：]\\s*["“”„«»「『]([^"“”„«»」』]*)`, 'gu');
  return [...text.matchAll(led)].flatMap(([, words = '']) => (/[\p{L}\p{N}]/u.test(words) ? [words] : []));
}

function holds(text: string, words: string): boolean {
  const plain = (each: string) => each.replace(/[\s…]+/g, ' ').trim();
  return plain(text).includes(plain(words));
}

/** Contributions that stand under somebody who wrote none of what they rest on, or under two of one name. */
export function judgeParticipants(summary: Summary, conversation: Conversation): readonly string[] {
  const { messages } = toEvidence(conversation);
  const given = toDocument(summary).participants.flatMap(({ name, message_count, key_contributions }) =>
    key_contributions.flatMap(each =>
      message_count === 0 || typeof each === 'string' ? [] : [{ name, id: each.id }],
    ),
  );
  return given.flatMap(({ name, id }, index) => {
    const claim = summary.claims.find(each => each.id === id);
    const cited = claim?.references.map(({ footnote }) => summary.footnotes[footnote - 1]?.messageId) ?? [];
    const authors = messages.filter(message => cited.includes(message.id)).map(({ author }) => author.name);
    return [
      ...(authors.includes(name) ? [] : [`${name} is given ${id}`]),
      ...(given.findIndex(each => each.id === id) === index ? [] : [`${id} is given to two people`]),
    ];
  });
}
