import { tokenize } from '../../../src/core/conversation/tokens.ts';
import { findQuote } from '../../../src/core/verify/quotes.ts';
import type { Mutation } from './mutation.ts';

/** Every citation points elsewhere: half of the time to no message at all, else to another one. */
export const position: Mutation = {
  name: 'position',
  mutate: ({ scene, draft }, _, random) => {
    const { messages } = scene.evidence;
    const evidence = draft.evidence.flatMap(({ position: cited, quote }) => {
      if (random.next() < 0.5)
        return [{ position: messages.length + 1 + Math.floor(random.next() * 50), quote }];
      const other = random.pick(
        messages.filter(each => each.position !== cited && !each.text.includes(quote)),
      );
      return other ? [{ position: other.position, quote }] : [];
    });
    return evidence.length === draft.evidence.length ? { ...draft, evidence } : null;
  },
};

/** One word of every quote is another word of the conversation. */
export const quote: Mutation = {
  name: 'quote',
  mutate: ({ scene, draft }, _, random) => {
    const evidence = draft.evidence.flatMap(each => {
      const words = each.quote.split(' ');
      const at = Math.floor(random.next() * words.length);
      const other = random.pick(tokenize(random.pick(scene.evidence.messages)?.text ?? ''));
      const changed = words.with(at, other ?? 'otherwise').join(' ');
      const stands = scene.evidence.messages.some(message => findQuote(message, changed));
      return stands ? [] : [{ ...each, quote: changed }];
    });
    return evidence.length === draft.evidence.length ? { ...draft, evidence } : null;
  },
};
