import type { SummaryAction } from '../../../render/custom-id.ts';
import { finishAction } from '../review/finish-button.ts';
import { decideAction, reviewAction } from '../review/review-button.ts';
import { deleteAction, eraseAction } from '../summarize/buttons/delete.ts';
import { helpfulAction, unhelpfulAction } from '../summarize/buttons/feedback.ts';
import { openAction } from '../summarize/buttons/open.ts';
import { againAction } from '../summarize/buttons/regenerate.ts';
import { shareAction } from '../summarize/buttons/share.ts';
import { filterAction, sourcesAction } from '../summarize/buttons/sources.ts';
import { turnAction } from '../summarize/buttons/turn-page.ts';
import { whyAction } from '../summarize/buttons/why.ts';
import { detailAction } from '../summarize/more/detail.ts';
import { keepAction, moreAction } from '../summarize/more/more.ts';
import { saveAction } from '../summarize/more/save.ts';
import type { Action } from './action.ts';

/** What each button and select does, by its name in the custom id. */
export const actions: { readonly [Name in SummaryAction['action']]: Action<Name> } = {
  page: turnAction,
  sources: sourcesAction,
  filter: filterAction,
  why: whyAction,
  share: shareAction,
  more: moreAction,
  again: againAction,
  detail: detailAction,
  save: saveAction,
  delete: deleteAction,
  erase: eraseAction,
  keep: keepAction,
  open: openAction,
  helpful: helpfulAction,
  unhelpful: unhelpfulAction,
  review: reviewAction,
  decide: decideAction,
  finish: finishAction,
};
