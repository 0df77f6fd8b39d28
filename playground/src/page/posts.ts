import type { APIMessage } from 'discord-api-types/v10';
import type { Actions } from '../discord/actions.ts';
import { toTimeMs } from '../discord/snowflake.ts';
import { orNothing } from './or-nothing.ts';
import type { SeenGuild, SeenPost } from './shapes.ts';

/** The posts of a forum that this person sees, the most active first. */
export function toPosts(
  actions: Actions,
  userId: string,
  forumId: string,
  { id: guildId, members }: SeenGuild,
): readonly SeenPost[] {
  const channels = actions.channels(userId, guildId);
  const tags = channels.flatMap(one => ('available_tags' in one ? one.available_tags : []));
  return channels
    .flatMap(post => {
      if (!('thread_metadata' in post) || post.parent_id !== forumId) return [];
      const first = orNothing(() => actions.read(userId, post.id, Number.POSITIVE_INFINITY)).find(
        ({ id }) => id === post.id,
      );
      return [
        {
          id: post.id,
          title: post.name ?? '',
          tags: tags.filter(({ id }) => post.applied_tags?.includes(id)).map(({ name }) => name),
          by: members.find(({ id }) => id === first?.author.id)?.name ?? first?.author.username ?? '',
          text: first ? toText(first) : '',
          answers: post.message_count ?? 0,
          activeAt: new Date(toTimeMs(post.last_message_id ?? post.id)).toISOString(),
          isArchived: post.thread_metadata?.archived === true,
        },
      ];
    })
    .sort((a, b) => Date.parse(b.activeAt) - Date.parse(a.activeAt));
}

function toText({ content, embeds: [embed] }: APIMessage): string {
  return content || embed?.description || embed?.title || '';
}
