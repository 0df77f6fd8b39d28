import { type ApiSource, type Caller, RequestRefused } from '../../../app/api-ports.ts';
import { setWebhook } from '../../../app/digests/deliveries.ts';
import type { DigestStore } from '../../../app/digests/ports.ts';
import { isPersonal, webhookRule } from '../../../core/digests/digest.ts';
import { fetchAsker } from '../digests/preview.ts';
import type { BaseServices } from '../interaction/context.ts';

/** The digests that a token's owner created, and where they are also sent. Only their creator decides that: what is sent is what they may read. */
export function createWebhookSource(
  { client, webhooks }: BaseServices,
  digests: DigestStore | undefined,
): Pick<ApiSource, 'listDigests' | 'setWebhook'> {
  const listDigests = async ({ guildId, userId }: Caller) => {
    const all = (await digests?.list(guildId)) ?? [];
    return all.filter(each => each.creatorId === userId && each.parentId === undefined && !isPersonal(each));
  };
  return {
    listDigests,
    setWebhook: async (caller, digestId, url) => {
      const digest = (await listDigests(caller)).find(({ id }) => id === digestId);
      if (!digest || digests === undefined) throw unknownDigest();
      if (url !== null) {
        if (webhooks === undefined)
          throw new RequestRefused('not_allowed', 'Webhooks are off (FOOTNOTE_WEBHOOKS).');
        const asker = await fetchAsker(client, caller.guildId, caller.userId);
        if (!asker?.isManager)
          throw new RequestRefused(
            'not_allowed',
            'The owner of this token needs Manage Server to send a digest to a webhook.',
          );
        if (!webhooks.allows(url)) throw new RequestRefused('invalid', `"url" must be ${webhookRule}.`);
      }
      const webhook = url !== null && webhooks ? { url, secret: webhooks.newSecret() } : undefined;
      const changed = await setWebhook(digests, digest, webhook);
      if (changed === null) throw unknownDigest();
      return webhook?.secret ?? null;
    },
  };
}

const unknownDigest = () =>
  new RequestRefused(
    'not_found',
    'The owner of this token created no digest with this id. GET /digests lists them.',
  );
