import { type CueList, never } from './cue.ts';

/** What people of every language type: signs, ticks and the English of the trade. */
export const universal: CueList = {
  decides: never,
  proposes: never,
  approves:
    /^(?:@[^\s,:]+[\s,:]|[\p{L}\p{N}_.-]{2,20}[,:] )?\s?(?:👍|👌|✅|☑|✔|💯|🆗|\+1(?![\d.,]*\d)|lgtm|sgtm|ack|ok(?:ay)?(?!,? (?:so|but|wait|hold on|also|now|aber|mais|pero|mas|ma|e)(?![\p{L}\p{N}])))(?![\p{L}\p{N}])/u,
  declines:
    /^(?:@[^\s,:]+[\s,:]|[\p{L}\p{N}_.-]{2,20}[,:] )?\s?(?:👎|❌|🚫|-1(?![\d.,]*\d|\s*[°%])|nack|veto)(?![\p{L}\p{N}])/u,
  commits: never,
  asks: never,
  questions: /[?？؟](?=["'”’)\]*_~]*(?:\s|$)|[^\s\x21-\x7e])/u,
  due: /(?<![\p{L}\p{N}])(?:20\d\d-\d\d-\d\d|eod|eow|asap)(?![\p{L}\p{N}])/u,
  hedges: never,
  thanks: /^(?:🙏|thx|danke|merci(?! (?:de |d')))(?![\p{L}\p{N}])/u,
  resolves: never,
  announces: /(?<![\p{L}\p{N}])v\d+\.\d+/u,
};

const approvingReactions = new Set([
  '👍',
  '✅',
  '☑',
  '✔',
  '💯',
  '👌',
  '🆗',
  '+1',
  'thumbsup',
  'white_check_mark',
  '100',
]);

const looks = /[\u{1F3FB}-\u{1F3FF}\uFE0F]|_tone\d|^:|:$/gu;

/** Whether a reaction says yes; skin tones and the way it is drawn aside. */
export function isApprovingReaction(name: string): boolean {
  return approvingReactions.has(name.replace(looks, ''));
}

const disapprovingReactions = new Set(['👎', '❌', '🚫', '⛔', '✖', '-1', 'thumbsdown', 'x', 'no_entry']);

/** Whether a reaction says no. */
export function isDisapprovingReaction(name: string): boolean {
  return disapprovingReactions.has(name.replace(looks, ''));
}
