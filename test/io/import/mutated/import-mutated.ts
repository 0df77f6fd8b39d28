import { toEvidence } from '../../../../src/core/conversation/evidence.ts';
import { UserError } from '../../../../src/errors.ts';
import { importChat } from '../import-chat.ts';
import type { ImportFile } from './mutations.ts';

/** How an import ended; `uncounted` says what is missing without being counted. */
export type Outcome = { readonly kind: 'read' | 'refused'; readonly uncounted: string | null };

/** Of two fields with the same name, JSON knows the second only. */
const shadowedField =
  /"(?:text|content)"\s*:\s*"[^"{}]*?(tok\d+)(?:[^{}]|\{[^{}]*\})*?"(?:text|content)"\s*:/g;

/** Imports a file; throws only for a bug. */
export async function importMutated({ name, bytes }: ImportFile): Promise<Outcome> {
  try {
    const { conversation, counts, problems } = await importChat(bytes, name, { zone: 'Europe/Berlin' });
    const { messages, unreadable } = conversation;
    const { available } = toEvidence(conversation);
    const left = counts.omitted.reduce((sum, omission) => sum + omission.count, 0);
    const text = bytes.toString('utf8');
    const found = new Set(
      messages.flatMap(each => `${each.text}\n${each.author.name}`.match(/tok\d+/g) ?? []),
    );
    const titles = new Set(messages.flatMap(({ channel }) => channel?.title.match(/tok\d+/g) ?? []));
    const shadowed = new Set([...text.matchAll(shadowedField)].map(match => match[1] ?? ''));
    const lost = [...new Set(text.match(/tok\d+/g))].filter(
      token => !found.has(token) && !titles.has(token) && !shadowed.has(token),
    );
    const isCounted =
      counts.messages + left === messages.length + unreadable && available === messages.length + unreadable;
    if (!isCounted) return { kind: 'read', uncounted: `${available} are not ${counts.messages} and ${left}` };
    const isTold = left > 0 || problems.length > 0;
    return { kind: 'read', uncounted: lost.length > 0 && !isTold ? lost.join(' ') : null };
  } catch (error) {
    if (error instanceof UserError && error.message.includes(name.split('/').at(-1) ?? ''))
      return { kind: 'refused', uncounted: null };
    throw error;
  }
}
