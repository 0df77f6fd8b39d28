import { toReviewItems } from '../../../src/core/claims/review.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toSourcesPages, toWhyPages } from '../../../src/render/embed/panels.ts';
import { toReviewPage } from '../../../src/render/embed/review-page.ts';
import { english as t } from '../../../src/render/texts.ts';
import { judgePage, judgeSummaryPages, toOpens } from './embed.ts';

// Files and pages of any text: test/render/formats.

/** More items than this look alike. */
const mostItems = 20;

/** All that is wrong with a summary and its panels in Discord, each with what shows it. */
export function judge(summary: Summary): readonly string[] {
  const listed = summary.claims.flatMap(({ more }) => more);
  const unshown = summary.rejected.flatMap(({ claim }) => claim?.cited ?? []);
  const known = {
    urls: summary.footnotes.map(({ url }) => url ?? ''),
    more: listed.flatMap(({ url }) => url ?? []),
  };
  const opens = toOpens(known);
  // Where what was dropped is told, its messages may be opened as well.
  const opensAll = toOpens({ ...known, more: [...known.more, ...unshown.flatMap(({ url }) => url ?? [])] });
  const items = toReviewItems(summary).slice(0, mostItems);
  const found = {
    embed: judgeSummaryPages(toEmbedPages(summary, { t }), known),
    sources: toSourcesPages(summary, { t }).flatMap(page => judgePage(page, 'sources', opens)),
    why: toWhyPages(summary, t).flatMap(page => judgePage(page, 'why', opensAll)),
    review: (items.length === 0 ? [{}] : items.map(({ id: itemId }) => ({ itemId }))).flatMap(item => {
      const shown = toReviewPage(summary, { ...item, t, isAwaitingReview: false });
      return judgePage({ ...shown, allowed_mentions: { parse: [] } }, 'review', opensAll);
    }),
  };
  return Object.entries(found).flatMap(([what, problems]) => problems.map(each => `${what}: ${each}`));
}

/** All that is wrong with a summary of any texts, had its messages been written in Discord, where each has an address. */
export function judgeAny(summary: Summary): readonly string[] {
  const inDiscord: Summary = JSON.parse(JSON.stringify(summary), (_, value) =>
    value?.messageId === undefined
      ? value
      : { ...value, url: `https://discord.com/channels/7/42/${value.position}` },
  );
  // No draft can bring what looks like a marker, but any text can.
  return judge(inDiscord).filter(each => !each.includes('looks like a marker'));
}
