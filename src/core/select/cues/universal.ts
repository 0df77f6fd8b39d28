import { type CueList, never } from './cue.ts';

/** What people of every language type: signs, ticks and the English of the trade. */
export const universal: CueList = {
  decides: never,
  proposes: never,
  approves: /^(?:@\S+[\s,:]+)?(?:👍|👌|✅|☑|✔|💯|🆗|\+1(?!\d)|lgtm|sgtm|ack|ok|okay)(?![\p{L}\p{N}])/u,
  declines: /^(?:@\S+[\s,:]+)?(?:👎|❌|🚫|-1(?!\d)|nack|veto)(?![\p{L}\p{N}])/u,
  commits: never,
  asks: never,
  questions: /[?？؟](?=["'”’)\]*_~]*(?:\s|$)|[^\s\x21-\x7e])/u,
  due: /(?<!\d)(?:20\d\d-\d\d-\d\d|eod|eow|asap)(?![\p{L}\p{N}])/u,
  hedges: never,
  thanks: /^(?:🙏|thx|merci|danke)(?![\p{L}\p{N}])/u,
  resolves: never,
  announces: /(?<![\p{L}\p{N}])v\d+\.\d+/u,
};

const approvingReactions = new Set([
  '👍',
  '✅',
  '☑️',
  '✔️',
  '💯',
  '👌',
  '🆗',
  '+1',
  'thumbsup',
  'white_check_mark',
  '100',
]);

/** Whether a reaction says yes; skin tones aside. */
export function isApprovingReaction(name: string): boolean {
  return approvingReactions.has(name.replace(/[\u{1F3FB}-\u{1F3FF}]|^:|:$/gu, ''));
}
