import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import { z } from 'zod';
import { toMemberPayload } from '../payloads/people.ts';
import { compareIds } from '../snowflake.ts';
import type { State } from '../state.ts';
import type { Session } from './session.ts';

const request = z.object({
  guild_id: z.string(),
  query: z.string().nullish(),
  limit: z.number().int().nullish(),
  user_ids: z.union([z.string(), z.array(z.string())]).nullish(),
  nonce: z.string().nullish(),
});

const MAX_NAMED = 100;

/** The answer to a request for members; null if Discord does not answer: a request for all without the intent. */
export function toMemberChunk(state: State, session: Session, data: unknown): object | null {
  const wanted = request.safeParse(data).data;
  const guild = state.guilds.get(wanted?.guild_id ?? '');
  if (!wanted || !guild?.members.has(state.application.id)) return null;
  const nonce = wanted.nonce ? { nonce: wanted.nonce } : {};
  const head = { guild_id: guild.id, chunk_index: 0, chunk_count: 1, ...nonce };
  if (wanted.user_ids) {
    const ids = [wanted.user_ids].flat().slice(0, MAX_NAMED);
    const members = ids.flatMap(id => guild.members.get(id) ?? []);
    const missing = ids.filter(id => !guild.members.has(id));
    return { ...head, members: members.map(member => toMemberPayload(state, member)), not_found: missing };
  }
  const prefix = (wanted.query ?? '').toLowerCase();
  if (prefix === '' && (session.intents & Intents.GuildMembers) === 0) return null;
  const found = [...guild.members.values()]
    .filter(member => state.users.get(member.userId)?.username.toLowerCase().startsWith(prefix))
    .sort((a, b) => compareIds(a.userId, b.userId));
  const limited = wanted.limit ? found.slice(0, wanted.limit) : found;
  return { ...head, members: limited.map(member => toMemberPayload(state, member)), not_found: [] };
}
