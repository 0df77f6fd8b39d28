import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { toTexts } from '../../src/render/texts.ts';
import { toShown } from '../e2e/scene.ts';
import type { Place } from './action-scene.ts';
import { toVisible, withoutSummaryIds } from './steps.ts';

/** What the person sees, without what differs from one run to the next. */
export function toLook(place: Place, view: InteractionView | null): string {
  const messages = toVisible(place, view).map(toShown);
  return withoutSummaryIds([view?.status ?? '', ...messages].join('\n')).replace(/\d+/g, '0');
}

/** Neither empty, nor "thinking", nor progress, nor the line that a public answer follows. */
export function isFinished(message: APIMessage): boolean {
  const isLoading = ((message.flags ?? 0) & MessageFlags.Loading) !== 0;
  const isEmpty = message.content === '' && message.embeds.length === 0;
  const isProgress = /…$/.test(message.content) || message.content === t('bot.postingBelow');
  return !isLoading && !isEmpty && !isProgress && !toShown(message).includes(':stop"');
}

/** Whether the person has been given a result or a sentence since the step began. */
export function isTold(place: Place, view: InteractionView, before: Before): boolean {
  const { status } = view;
  if (status === 'modal' || status === 'choices') return true;
  const isNew = (message: APIMessage) => before.messages.get(message.id) !== toShown(message);
  const isAnswered = toVisible(place, view).some(message => isNew(message) && isFinished(message));
  if (status === 'waiting' || status === 'thinking') return isAnswered && hasNewPost(place, before);
  if (isAnswered) return true;
  // What was to be taken away is no longer there.
  return status === 'acknowledged' && view.message === null;
}

function hasNewPost(place: Place, before: Before): boolean {
  return place.posts().some(message => !before.messages.has(message.id) && isFinished(message));
}

export type Before = { readonly messages: ReadonlyMap<string, string> };

export function toBefore(place: Place, view: InteractionView | null): Before {
  return { messages: new Map(toVisible(place, view).map(message => [message.id, toShown(message)])) };
}

/** Summaries that everybody sees. */
export function countSummaries(place: Place): number {
  return place.posts().filter(({ embeds }) => embeds.length > 0).length;
}

const t = toTexts('en-US');
const apologies = [
  t('bot.discordTrouble'),
  t('bot.storeTrouble'),
  t('bot.internal', { reference: '' }).slice(0, 20),
];

/** Whether it says only that something failed. */
export function isApology(view: InteractionView): boolean {
  const shown = [view.message, ...view.followUps].map(message => message?.content ?? '');
  return shown.some(content => apologies.some(apology => content.startsWith(apology)));
}
