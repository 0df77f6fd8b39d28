import { type Client, Events, type REST, type RESTGetAPICurrentUserGuildsResult, Routes } from 'discord.js';
import type { Logger } from '../../log.ts';
import { warnOwner } from './usage.ts';

/** From this many users on that a bot can reach, Discord must approve Message Content, each year again. */
const approvedReach = 10_000;
/** From this many on, the owner is told, because an approval takes a while. */
const warnedReach = 8_000;
const pageSize = 200;

/** At most: people count once for each server, and not all of them may see the bot. */
const toReachWords = (users: number) =>
  `The bot can reach at most ${users.toLocaleString('en')} users: the sum over its servers, which counts people in several servers more than once. Discord counts each person once, and tells you in the Developer Portal: https://discord.com/developers/applications. From ${approvedReach.toLocaleString('en')} reachable users on, Discord must approve the Message Content intent, and again each year: see docs/privileged-intents.md.`;

/** The reach of a bot, in a sentence, and whether it is time to ask for an approval. */
export async function describeReach(rest: REST, installs = 0) {
  let users = installs;
  for (let after = '0', isLast = false; !isLast; ) {
    const query = new URLSearchParams({ limit: `${pageSize}`, with_counts: 'true', after });
    const page = (await rest.get(Routes.userGuilds(), { query })) as RESTGetAPICurrentUserGuildsResult;
    users += page.reduce((sum, { approximate_member_count: count = 0 }) => sum + count, 0);
    after = page.at(-1)?.id ?? after;
    isLast = page.length < pageSize;
  }
  return { isNear: users >= warnedReach, text: toReachWords(users) };
}

/** Tells the owner once that an approval will be needed: at the start, or when the bot joins a server. */
export function watchReach(
  client: Client<true>,
  tellOnce: (notice: string, tell: () => Promise<boolean>) => Promise<void>,
  log: Logger,
): void {
  const check = async () => {
    const users = client.guilds.cache.reduce((sum, { memberCount }) => sum + memberCount, 0);
    if (users < warnedReach) return;
    await tellOnce('reach', () => {
      const text = toReachWords(users);
      log.warn({ users, advice: text }, 'reach-near-limit');
      return warnOwner(client, text, log);
    });
  };
  // The next start, or the next server, tries again.
  const tryTo = () => void check().catch(() => log.warn('reach-unknown'));
  client.on(Events.GuildCreate, tryTo);
  tryTo();
}
