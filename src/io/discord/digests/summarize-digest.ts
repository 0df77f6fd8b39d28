import type { Client } from 'discord.js';
import type { DigestRunParts } from '../../../app/digests/ports.ts';
import { summarize } from '../../../app/summarize.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import { toCitedIds } from '../../../core/claims/footnotes.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Digest } from '../../../core/digests/digest.ts';
import type { SourceChannel } from '../access/places.ts';
import { findSource } from '../access/stored-sources.ts';
import type { BaseServices } from '../interaction/context.ts';
import { findMemory } from '../topics/find-topics.ts';
import { toDigestLanguage } from './digest-heading.ts';

/** Summarizes what was read, again if a message that is cited was deleted meanwhile. */
export function createSummarizeDigest(services: BaseServices): DigestRunParts['summarize'] {
  const { client, engine, fallback, judge, settings, deletions, log, telemetry } = services;
  return async (digest, conversation, signal, { summaryId, onCap }) => {
    const watch = deletions.watch();
    try {
      const ownSettings = await settings.of(digest.guildId);
      const memory = engine.writesQuotes
        ? undefined
        : await findMemory(services, {
            conversation,
            channels: await findRead(conversation, client),
          });
      const request = {
        detail: digest.detail,
        zone: digest.schedule.zone,
        window: {},
        isBackground: true,
        language: toDigestLanguage(digest, ownSettings),
        minConfidence: ownSettings.minConfidence,
        ...(memory && { memory }),
        payer: toPayer(digest, conversation, onCap),
        ...(digest.focus !== undefined && { focus: digest.focus }),
      };
      const isGone = (id: string) => watch.deleted().has(id);
      const ports = {
        engine,
        ...(fallback && { fallback }),
        ...(judge && { judge }),
        log,
        telemetry,
        newId: () => summaryId,
        isGone,
      };
      for (;;) {
        const messages = conversation.messages.filter(({ id }) => !isGone(id));
        const summary = await summarize({ ...conversation, messages }, request, ports, signal);
        if (!toCitedIds(summary).some(isGone)) return summary;
      }
    } finally {
      watch.end();
    }
  };
}

/** The channels that were read; all may be shown at the destination. */
async function findRead({ source }: Conversation, client: Client): Promise<readonly SourceChannel[]> {
  const found = await Promise.all(source.channelIds.map(id => findSource(client, id)));
  return found.filter(each => typeof each !== 'string');
}

function toPayer(
  { guildId, creatorId, sources }: Digest,
  { source }: Conversation,
  onCap: NonNullable<Payer['onCap']>,
): Payer {
  const [first = ''] = source.channelIds;
  const channelId = sources.kind === 'category' ? sources.categoryId : first;
  return { guildId, personId: creatorId, channelId, feature: 'digest', onCap };
}
