import { setWebhook } from '../app/digests/deliveries.ts';
import type { DigestStore } from '../app/digests/ports.ts';
import { type Digest, isPersonal, webhookRule } from '../core/digests/digest.ts';
import { UserError } from '../errors.ts';
import { createWebhooks } from '../io/webhooks.ts';
import { toScheduleWords } from '../render/embed/digest-text.ts';
import { english } from '../render/texts.ts';
import { withStore } from './token.ts';
import { writeOutput } from './write-output.ts';

/** Prints all digests, with the hosts of their webhooks. */
export async function listWebhooks(): Promise<void> {
  await withStore(async ({ digests }) => {
    const lines = (await findAll(digests)).map(
      ({ id, guildId, creatorId, schedule, webhook }) =>
        `${id}  server ${guildId}  user ${creatorId}  ${toScheduleWords(schedule, 'en', english)}${webhook ? `  webhook ${new URL(webhook.url).host}` : ''}`,
    );
    await writeOutput(lines.length === 0 ? 'There are no digests.\n' : `${lines.join('\n')}\n`, undefined);
  });
}

/** Has each summary also sent to an address, and prints the secret once. @throws UserError `bad_usage` for an unusable one. */
export function setDigestWebhook(digestId: string, url: string): Promise<void> {
  return changeWebhook(digestId, url);
}

export function removeDigestWebhook(digestId: string): Promise<void> {
  return changeWebhook(digestId, null);
}

async function changeWebhook(digestId: string, url: string | null): Promise<void> {
  await withStore(async ({ digests }, { webhooks: allowed }) => {
    const digest = (await findAll(digests)).find(({ id }) => id === digestId);
    const unknown = `There is no digest ${digestId}. List them with: npm run footnote -- webhook list`;
    if (digest === undefined) throw new UserError('bad_usage', unknown);
    if (url !== null && allowed === 'off')
      throw new UserError('bad_environment', 'Webhooks are off. Remove FOOTNOTE_WEBHOOKS=off from .env.');
    const now = () => new Date().toISOString();
    const { allows, newSecret } = createWebhooks({ allowsPrivate: allowed === 'private', now });
    if (url !== null && !allows(url)) throw new UserError('bad_usage', `The webhook must be ${webhookRule}.`);
    const webhook = url === null ? undefined : { url, secret: newSecret() };
    if ((await setWebhook(digests, digest, webhook)) === null) throw new UserError('bad_usage', unknown);
    await writeOutput(webhook ? `${webhook.secret}\n` : 'Removed.\n', undefined);
    if (webhook)
      process.stderr.write(
        'Each summary is sent as JSON signed with this secret, which will not be shown again, as far as the creator of the digest may read it and has Manage Server.\n',
      );
  });
}

async function findAll({ guildIds, list }: DigestStore): Promise<readonly Digest[]> {
  const all = (await Promise.all((await guildIds()).map(list))).flat();
  return all.filter(each => each.parentId === undefined && !isPersonal(each));
}
