import type { ApiSource, Refusal } from '../../../app/api-ports.ts';
import { mayUse } from '../../../core/access-rules.ts';
import type { LearnGuild } from '../access/access-snapshot.ts';
import { toRuledPerson } from '../access/check-access.ts';
import { fetchMember } from '../access/fetch-member.ts';
import type { BaseServices } from '../interaction/context.ts';

const notAllowed: Refusal = {
  ok: false,
  reason: 'not_allowed',
  detail:
    'The owner of this token is no longer a member of the server, or has none of the roles that may use Footnote.',
};

/** Asks Discord about the person, for requests that read no channel, whose permissions would tell. */
export function createCheckOwner(
  { client, privacy }: Pick<BaseServices, 'client' | 'privacy'>,
  learnGuild: LearnGuild,
): ApiSource['checkOwner'] {
  return async ({ guildId, userId }) => {
    await learnGuild(guildId);
    const guild = client.guilds.cache.get(guildId);
    if (guild === undefined) return notAllowed;
    const person = await fetchMember(guild, userId);
    return mayUse(await privacy.access(guildId), toRuledPerson(person)) ? null : notAllowed;
  };
}
