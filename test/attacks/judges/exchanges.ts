import type { Exchange } from '@footnote/playground/discord';
import { z } from 'zod';
import { readDiscord, type Spot } from './discord-markup.ts';
import { judgePage } from './embed.ts';

const sent = z.object({
  content: z.string().nullish(),
  embeds: z
    .array(z.looseObject({ title: z.string().optional(), description: z.string().optional() }))
    .nullish(),
  components: z.array(z.unknown()).nullish(),
  allowed_mentions: z.unknown(),
});
const callback = z.object({ type: z.int(), data: sent.optional() });

/** What a request carries to be shown; null where it carries nothing. */
function toShown({ method, path, request }: Exchange): z.output<typeof sent> | null {
  if (!['POST', 'PATCH', 'PUT'].includes(method)) return null;
  if (path.endsWith('/callback')) return callback.safeParse(request).data?.data ?? null;
  if (!/^\/(?:webhooks|channels)\/.*|\/messages/.test(path)) return null;
  return sent.safeParse(request).data ?? null;
}

function toSpot(title: string): Spot {
  if (title.startsWith('Sources')) return 'sources';
  if (title.startsWith('Review')) return 'review';
  return title.startsWith('What the checks found') ? 'why' : 'text';
}

/** Spoilers of messages stay spoilers; one that hides a link of ours stays to be judged. */
function withoutSpoilers(text: string): string {
  return text.replace(/\|\|([^|\n]+)\|\|/g, (whole, hidden: string) =>
    hidden.includes('](') ? whole : hidden,
  );
}

/** The lines of the first claim in a content, whose links show no previews, and the others. */
function splitLead(content: string) {
  const lines = content.split('\n');
  const lead = lines.filter(line => line.startsWith('> ')).map(line => line.slice(2));
  return {
    lead: lead.join('\n').replace(/\]\(<([^>\s]+)>\)/g, ']($1)'),
    said: lines.filter(line => !line.startsWith('> ')).join('\n'),
  };
}

/** All that is wrong with what the bot asked Discord to show; `isOurs` knows the addresses of messages that were read. */
export function judgeExchanges(exchanges: readonly Exchange[], isOurs: (url: string) => boolean) {
  let embedCount = 0;
  const problems = exchanges.flatMap(exchange => {
    const shown = toShown(exchange);
    if (shown === null) return [];
    const isDeferral = !shown.content && !shown.embeds?.length && !shown.components?.length;
    const isQuiet = JSON.stringify(shown.allowed_mentions) === '{"parse":[]}';
    const { lead, said } = splitLead(shown.content ?? '');
    const content = [
      ...readDiscord(said, 'text', () => false).problems,
      ...readDiscord(withoutSpoilers(lead), 'text', (_, url) => isOurs(url)).problems,
    ];
    const found = [
      ...(isQuiet || isDeferral ? [] : ['may mention']),
      ...content.map(each => `content: ${each}`),
      ...(exchange.status < 300 ? [] : [`refused with ${exchange.status}`]),
    ];
    if (shown.embeds?.length) {
      embedCount += 1;
      const embeds = shown.embeds.map(embed => ({
        ...embed,
        ...(embed.description && { description: withoutSpoilers(embed.description) }),
      }));
      const { allowed_mentions, components } = shown;
      const spot = toSpot(shown.embeds[0]?.title ?? '');
      const page = { embeds, components: components ?? [], allowed_mentions };
      found.push(...judgePage(page, spot, (_, url) => isOurs(url)));
    }
    return found.map(each => `${exchange.method} ${exchange.path.slice(0, 30)}: ${each}`);
  });
  return { problems, embeds: embedCount };
}
