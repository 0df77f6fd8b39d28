import type { ReviewWords } from './words.ts';

const number = new Intl.NumberFormat('en');

export const en: ReviewWords = {
  open: 'Review',
  title: (at, of) => `Review · ${number.format(at)} of ${number.format(of)}`,
  titleAlone: 'Review',
  unclear: 'Shown, and marked as needing clarification.',
  dropped: 'Removed from the summary.',
  confirmed: by => `Confirmed by ${by}.`,
  edited: by => `Reworded by ${by}.`,
  noted: by => `Made a note by ${by}.`,
  removed: by => `Left out by ${by}.`,
  reason: 'Why',
  messages: 'The messages it cites',
  attempt: 'Your wording, which does not hold',
  noMessages: 'It cites no message that exists, so it can only be reworded, made a note or left out.',
  nothing: 'Nothing to decide: no claim needs clarification, and none was removed.',
  allDecided: 'Everything is decided.',
  left: count => `${number.format(count)} left to decide`,
  leftAsIs: count =>
    count === 1
      ? '1 claim is left as it is, for nobody has decided it.'
      : `${number.format(count)} claims are left as they are, for nobody has decided them.`,
  wordless: count =>
    count === 1
      ? 'The text of 1 removed claim was deleted.'
      : `The text of ${number.format(count)} removed claims was deleted.`,
  reviewed: by => `Reviewed by ${by}.`,

  confirm: 'Confirm',
  edit: 'Edit wording',
  note: 'Make it a note',
  remove: 'Remove',
  leaveOut: 'Leave it out',
  previous: 'Back',
  next: 'Next',
  finish: 'Finish',
  publish: 'Publish',
  finishAnyway: 'Finish anyway',
  publishAnyway: 'Publish anyway',
  goOn: 'Go on reviewing',

  form: {
    title: 'Edit wording',
    text: 'Wording',
    owner: 'Who does it',
    due: 'By when',
    hint: 'It is checked against the messages again.',
  },

  holds: 'The new wording holds.',
  stillUnclear: 'The new wording is shown, and still needs clarification.',
  doesNotHold: 'The new wording does not hold, so nothing was changed. Edit it again, or make it a note.',
  changedMeanwhile: 'Somebody has decided this meanwhile. This is how it stands now.',
  unreadable: 'The messages cannot be read any longer, so a new wording cannot be checked.',
  empty: 'A claim needs words: nothing was changed.',
  same: 'These are the words that stand there: nothing was changed.',
  slow: 'Discord took too long. Press once more.',
  finished: 'The review is finished.',
  published: 'The review is finished, and the summary is published.',
  notYours:
    'Only the person who asked for this summary, or somebody who may manage messages where it was read, can review it.',
  held: person => `The summary that ${person} asked for is shown here once it has been reviewed.`,
  first: 'Here summaries are reviewed before they are shared: press **Review**, and then **Finish**.',

  modes: { off: 'not needed', 'before-sharing': 'before they are shared' },
  wrongMode: given => `A review cannot be ${given}: choose one of the two that are offered.`,
};
