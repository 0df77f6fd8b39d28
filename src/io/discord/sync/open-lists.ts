import type { Client, RepliableInteraction } from 'discord.js';
import type { Logger } from '../../../log.ts';
import { toTexts } from '../../../render/texts.ts';
import { noMentions, toTextBody } from '../interaction/message-body.ts';
import type { AnswerBody } from '../interaction/public-answer.ts';
import { createFollowedMessages } from './followed-messages.ts';

/** A message body, and the ids of the messages, channels and people that it rests on; a sentence if nothing is left. */
export type DrawnList = { readonly body: AnswerBody; readonly ids: ReadonlySet<string> } | string;

/** Private answers that rest on several summaries, updated as long as they can be edited and this process runs. */
export type OpenLists = {
  /**
   * Shows a list, and draws it again whenever something that it rests on changes.
   *
   * @param edit Resolves to the id of the message that shows the list.
   * @returns The sentence if there is nothing to show, otherwise null.
   */
  readonly show: (
    interaction: RepliableInteraction,
    draw: () => Promise<DrawnList>,
    edit: (body: AnswerBody) => Promise<string>,
  ) => Promise<string | null>;
  /** Draws the lists again that rest on one of these ids: of messages, channels, threads and people. */
  readonly redraw: (ids: readonly string[]) => Promise<void>;
};

type OpenList = {
  readonly interaction: RepliableInteraction;
  readonly draw: () => Promise<DrawnList>;
  ids: ReadonlySet<string>;
};

export function createOpenLists(now: () => number, log: Logger): OpenLists {
  const lists = createFollowedMessages<OpenList>(now, log);
  const watches = new Set<Set<string>>();

  /** Runs work with the ids of all that changes meanwhile: what a list will rest on is not known before it is drawn. */
  const watch = async <Result>(work: (changed: Set<string>) => Promise<Result>): Promise<Result> => {
    const changed = new Set<string>();
    watches.add(changed);
    try {
      return await work(changed);
    } finally {
      watches.delete(changed);
    }
  };

  const update = async (messageId: string): Promise<void> => {
    const work = async (list: OpenList, changed: Set<string>) => {
      const { interaction, draw } = list;
      // Words that may be gone are not left there.
      const drawn = await draw().catch(() => toTexts(interaction.locale)('bot.storeTrouble'));
      const isGone = typeof drawn === 'string';
      if (isGone) lists.delete(messageId);
      else list.ids = drawn.ids;
      const body = isGone ? toTextBody(drawn) : { ...drawn.body, allowedMentions: noMentions };
      await interaction.webhook.editMessage(messageId, body);
      // Not awaited: it begins when this is over.
      if (!isGone && !changed.isDisjointFrom(drawn.ids)) void update(messageId);
    };
    await lists.change(messageId, list => watch(changed => work(list, changed)));
  };

  return {
    show: (interaction, draw, edit) =>
      watch(async changed => {
        const drawn = await draw();
        if (typeof drawn === 'string') return drawn;
        const list = { interaction, draw, ids: drawn.ids };
        const messageId = await lists.show(list, () => edit(drawn.body));
        if (!changed.isDisjointFrom(drawn.ids)) await update(messageId);
        return null;
      }),
    redraw: async changed => {
      for (const ids of watches) for (const id of changed) ids.add(id);
      const affected = lists.entries().filter(([, { ids }]) => changed.some(id => ids.has(id)));
      for (const [messageId] of affected) await update(messageId);
    },
  };
}

type Source = { readonly messageId: string; readonly placeId: string; readonly authorId?: string };

/** The ids of messages, authors and places; Discord sends one event for a deleted channel and none for its threads. */
export function toDependencyIds(sources: readonly Source[], { channels }: Client): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ messageId, placeId, authorId }) => {
      const place = channels.cache.get(placeId);
      const parentId = place?.isThread() ? place.parentId : null;
      return [
        messageId,
        placeId,
        ...(authorId === undefined ? [] : [authorId]),
        ...(parentId ? [parentId] : []),
      ];
    }),
  );
}
