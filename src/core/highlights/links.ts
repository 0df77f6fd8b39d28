import type { DraftClaim } from '../claims/draft.ts';
import type { Evidence, EvidenceMessage } from '../conversation/evidence.ts';
import { hasSpoiler } from '../conversation/spoilers.ts';
import { hasBracketedNumber } from '../conversation/text.ts';
import type { TextSpan } from '../select/sentences.ts';
import { toQuoteClaim } from './quote-claim.ts';
import { isAimedAtBot } from './small-talk.ts';

/** A named link in Markdown, a bare one, or the line for a file. Images are left out, because their names say nothing. */
const shared =
  /\[([^\]\n]{3,80})\]\(<?(https?:\/\/[^\s)>]+)>?\)|https?:\/\/([^\s<>"“”)\]]+)|^\[(?:file|audio|video): (.+)\]$/dgmu;

/** Hosts of animated images. */
const pictures = /^(?:[\w-]+\.)*(?:tenor|giphy|klipy|gfycat|imgur)\.com\b/i;

const longestAddress = 60;

type Shared = { readonly key: string; readonly message: EvidenceMessage; readonly span: TextSpan };

/** The links and files that people shared, each address once; those of the messages given are left out. The newest stand. */
export function findLinks(
  evidence: Evidence,
  cited: ReadonlySet<number>,
  count: number,
): readonly DraftClaim[] {
  const found = new Map<string, Shared>();
  for (const message of evidence.messages) {
    const own = message.context ? [] : toShared(message);
    if (own.length === 0 || hasSpoiler(message.text) || isAimedAtBot(message.text)) continue;
    for (const each of own) if (!found.has(each.key)) found.set(each.key, each);
  }
  // One claim a message: the others are one press away.
  const messages = new Map([...found.values()].reverse().map(each => [each.message.position, each] as const));
  return [...messages.values()]
    .filter(({ message }) => !cited.has(message.position))
    .sort((a, b) => a.message.position - b.message.position)
    .slice(-count)
    .map(({ message, span }) => toQuoteClaim('link', [{ message, span }]));
}

function toShared(message: EvidenceMessage): readonly Shared[] {
  return [...message.text.matchAll(shared)].flatMap(({ 1: title, 2: target, 3: bare, 4: file, indices }) => {
    const address = (target?.replace(/^https?:\/\//, '') ?? bare ?? '').replace(/[.,;:!?]+$/, '');
    const at = indices?.[title === undefined ? (bare === undefined ? 4 : 3) : 1]?.[0] ?? 0;
    const words = title ?? file ?? shorten(address);
    if (pictures.test(address) || words === '' || hasBracketedNumber(words)) return [];
    return [{ key: file ?? address, message, span: { start: at, end: at + words.length } }];
  });
}

function shorten(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  const bare = path.replace(/\/+$/, '');
  if (bare.length <= longestAddress) return bare;
  const cut = bare.lastIndexOf('/', longestAddress);
  return bare.slice(0, cut > 0 ? cut : longestAddress);
}
