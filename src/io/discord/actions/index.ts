import type { SummaryAction } from '../../../render/custom-id.ts';
import { detailAction } from '../more/detail.ts';
import { keepAction, moreAction } from '../more/more.ts';
import { saveAction } from '../more/save.ts';
import type { Action } from './action.ts';
import { againAction } from './again.ts';
import { deleteAction, eraseAction } from './delete.ts';
import { helpfulAction, unhelpfulAction } from './feedback.ts';
import { finishAction } from './finish.ts';
import { openAction } from './open.ts';
import { decideAction, reviewAction } from './review.ts';
import { shareAction } from './share.ts';
import { filterAction, sourcesAction } from './sources.ts';
import { turnAction } from './turn.ts';
import { whyAction } from './why.ts';

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
