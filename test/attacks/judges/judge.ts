import { toReviewItems } from '../../../src/core/claims/review.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toSourcesPages, toWhyPages } from '../../../src/render/embed/panels.ts';
import { toReviewPage } from '../../../src/render/embed/review-page.ts';
import { render } from '../../../src/render/render.ts';
import { english as en } from '../../../src/render/texts.ts';
import { judgePage, judgeSummaryPages, toOpens } from './embed.ts';
import { judgeHtml } from './html.ts';
import { judgeJson } from './json.ts';
import { type Known, toKnown } from './known.ts';
import { judgeMarkdown } from './markdown.ts';
import { judgePlain } from './plain.ts';

/** More items than this look alike. */
const mostItems = 20;

/** Where what was dropped is told, its messages may be opened as well. */
const toUnshownOpens = (known: Known) => toOpens({ ...known, more: [...known.more, ...known.unshown] });

/** The panel of a review at its items: what was dropped stands there in its own words. */
function judgeReview(summary: Summary): readonly string[] {
  const items = toReviewItems(summary)
    .slice(0, mostItems)
    .map(({ id }) => id);
  const known = toKnown(summary);
  return (items.length === 0 ? [undefined] : items).flatMap(itemId => {
    const shown = toReviewPage(summary, {
      ...(itemId && { itemId }),
      t: en,
      isAwaitingReview: false,
    });
    return judgePage({ ...shown, allowed_mentions: { parse: [] } }, 'review', toUnshownOpens(known));
  });
}

/** All that is wrong with a summary in any format, with references and without (`looks`), each with its format. */
export function judge(summary: Summary, looks: readonly boolean[] = [true, false]): readonly string[] {
  const known = toKnown(summary);
  return looks.flatMap(references => {
    const options = { references, t: en };
    const found = {
      json: judgeJson(render(summary, 'json', options), known, references),
      markdown: judgeMarkdown(render(summary, 'markdown', options), known, references),
      html: judgeHtml(render(summary, 'html', options), known, references),
      plain: judgePlain(render(summary, 'plain', options), known, references),
      embed: judgeSummaryPages(toEmbedPages(summary, options), known, references),
      sources: references
        ? toSourcesPages(summary, { t: en }).flatMap(page => judgePage(page, 'sources', toOpens(known)))
        : [],
      review: judgeReview(summary),
      why: toWhyPages(summary, en).flatMap(page => judgePage(page, 'why', toUnshownOpens(known))),
    };
    return Object.entries(found).flatMap(([format, problems]) => problems.map(each => `${format}: ${each}`));
  });
}
