import type { ApiSource, Caller, Refusal } from '../../../app/api-ports.ts';
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
      if (!digest || digests === undefined) return unknownDigest;
      if (url !== null) {
        if (webhooks === undefined) return refuse('not_allowed', 'Webhooks are off (FOOTNOTE_WEBHOOKS).');
        const asker = await fetchAsker(client, caller.guildId, caller.userId);
        if (!asker?.isManager)
          return refuse(
            'not_allowed',
            'The owner of this token needs Manage Server to send a digest to a webhook.',
          );
        if (!webhooks.allows(url)) return refuse('invalid', `"url" must be ${webhookRule}.`);
      }
      const webhook = url !== null && webhooks ? { url, secret: webhooks.newSecret() } : undefined;
      const changed = await setWebhook(digests, digest, webhook);
      return changed === null ? unknownDigest : { ok: true, secret: webhook?.secret ?? null };
    },
  };
}

function refuse(reason: Refusal['reason'], detail: string): Refusal {
  return { ok: false, reason, detail };
}

const unknownDigest = refuse(
  'not_found',
  'The owner of this token created no digest with this id. GET /digests lists them.',
);
