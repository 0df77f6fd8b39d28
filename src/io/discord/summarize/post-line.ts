import type { GuildTextBasedChannel } from 'discord.js';
import { isByPerson } from '../../../core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../core/conversation/message.ts';
import { hasQuestionMark } from '../../../core/conversation/text.ts';
import { toSolvedWords, toTagList } from '../../../render/embed/note-lines.ts';
import type { Texts } from '../../../render/texts.ts';
import type { RequestedChannels } from '../access/open-channels.ts';
import { toTags } from '../access/places.ts';

/** What servers call the tag of a post that is done. */
const solvedWords = [
  /^(?:solved|resolved|answered|fixed|closed)$/,
  /^(?:gel(?:ö|oe)st|geklärt|erledigt|behoben|beantwortet|(?:ab)?geschlossen)$/,
  /^(?:résolu|réglé|corrigé|fermé|clôturé|terminé)e?s?$|^(?:répondu|clos)$/,
  /^(?:resuelt|solucionad|respondid|contestad|arreglad|corregid|cerrad)[oa]s?$/,
  /^(?:解決|回答|対応|修正)(?:済み?|しました|した)$|^(?:解決|クローズ)$/,
];
/** These may stand beside it: "Problem gelöst", "Solved & closed". */
const besideSolved =
  /^(?:and|und|et|y|the|issue|question|bug|frage|problema?|problème|pregunta|post|thread)$/;
const thanks = [
  /(?<!\bno )\b(?:thanks|thank (?:you|u)|thx|tysm|ty)\b(?! in advance| anyway)/iu,
  /\bdanke(?:schön)?\b(?! im voraus|, nein)|\b(?:vielen|besten|herzlichen|lieben|tausend) dank\b(?! im voraus)/iu,
  /(?<!\bnon,? )\bmerci\b(?! d['’]avance)|\bje (?:te|vous) remercie\b/iu,
  /(?<!\bno,? )\bgracias\b(?! de antemano| por adelantado)|\b(?:te|le|os|les) agradezco\b/iu,
  /ありがと|有難う|感謝|助かりました/u,
];

/** Whether a tag, as its server named it, says that a post is done; "Not solved" and "Fixed price" do not. */
export function isSolvedTag(name: string): boolean {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const others = words.filter(word => !solvedWords.some(pattern => pattern.test(word)));
  return others.length < words.length && others.every(word => besideSolved.test(word));
}

/** Whether somebody thanks, and asks nothing further with it. */
export function isThanks(text: string): boolean {
  return !hasQuestionMark(text) && thanks.some(pattern => pattern.test(text));
}

/** What is known of a forum post: the tags that say it is done, its others, and what its author last thanked for. */
export function toPostState(
  channel: GuildTextBasedChannel,
  conversation: Conversation,
): {
  readonly solved: readonly string[];
  readonly others: readonly string[];
  readonly thanked: Message | null;
} | null {
  if (!channel.isThread() || !channel.parent?.isThreadOnly()) return null;
  const { solved = [], others = [] } = Object.groupBy(toTags(channel), tag =>
    isSolvedTag(tag) ? 'solved' : 'others',
  );
  return { solved, others, thanked: findThanked(conversation, channel.ownerId) };
}

/** The same in a line. Nobody's words or name: a line above a summary is not edited when a message is deleted. */
export function toPostLine(requested: RequestedChannels, conversation: Conversation, t: Texts): string {
  const post = requested.kind === 'channel' ? toPostState(requested.channel, conversation) : null;
  if (post === null) return '';
  const { solved, others, thanked } = post;
  const state = toSolvedWords(solved, thanked?.url, t);
  const tags = others.length > 0 ? [`-# ${t('bot.post.tags', { tags: toTagList(others, t) })}`] : [];
  return [...(state === '' ? [] : [state]), ...tags].join('\n');
}

/** The message that the author of a post last thanked for: the one replied to, or else the one right before. */
function findThanked({ messages, optedOut = 0 }: Conversation, ownerId: string | null): Message | null {
  const isOwn = ({ author }: Message) => author.id === ownerId;
  const at = messages.findLastIndex(message => isOwn(message) && isThanks(message.text));
  const isOpen = messages.slice(at).some(each => isOwn(each) && hasQuestionMark(each.text));
  const said = messages[at];
  if (said === undefined || isOpen) return null;
  // What was right before may have been written by somebody who opted out.
  const before = optedOut > 0 ? undefined : messages[at - 1];
  const answer =
    said.replyTo === undefined ? before : messages.find(({ id, linked }) => id === said.replyTo && !linked);
  return answer !== undefined && isByPerson(answer) && !isOwn(answer) ? answer : null;
}
