import type { EngineReport } from '../../../src/app/ports.ts';
import type { WindowRequest, WindowWriter } from '../../../src/app/windows/ports.ts';
import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { createClaimReader } from '../../../src/io/claude/answer-readers.ts';
import {
  toAnswerClaimsRequest,
  toCiteRequest,
  toMergeRequest,
  toWindowRequest,
} from '../../../src/io/claude/engine.ts';
import { defaultFacts } from '../../../src/io/claude/models.ts';
import type { ClaudeRequest } from '../../../src/io/claude/request.ts';
import { createAsking, toMarked, toPromptFile, writeByFiles } from '../asking.ts';

const answerer = { model: 'measured', facts: defaultFacts };

/** What is still to be answered, by the name of its file, and how many windows code answered. */
type Progress = {
  readonly unanswered: readonly string[];
  readonly answered: number;
  readonly byCode: number;
};

type FileWriterOptions = {
  readonly folder: string;
  /** Whether a window has to be answered; quotes by code are the answer to others. */
  readonly isNeeded: (window: WindowRequest['window']) => boolean;
  readonly onWindowClaim: (claim: unknown) => void;
};

/**
 * A writer whose answers are files: every prompt is a file of the folder, and the answer to `NAME.txt` is `NAME.json`. A
 * merge is asked for once everything that it reads is answered.
 */
export function createFileWriter({ folder, isNeeded, onWindowClaim }: FileWriterOptions): {
  readonly writer: WindowWriter;
  readonly progress: () => Progress;
} {
  const { ask, unanswered } = createAsking(folder);
  const askFor = (work: string, request: ClaudeRequest) => {
    const text = toPromptFile(request);
    return ask(toMarked(work, text), text);
  };
  let answered = 0;
  let byCode = 0;
  let isMissing = false;

  const read = (answer: string, onClaim: (claim: unknown) => void): EngineReport => {
    answered += 1;
    const reader = createClaimReader(onClaim);
    reader.write(answer);
    return reader.isWhole() ? done : failed;
  };

  const writer: WindowWriter = {
    toVersion: () => '',
    draft: async (asked, onClaim) => {
      const give = (claim: unknown) => {
        onWindowClaim(claim);
        onClaim(claim);
      };
      const { window } = asked;
      if (!isNeeded(window)) {
        byCode += 1;
        for (const claim of quoteByCode(asked)) give(claim);
        return done;
      }
      const first = window.messages[0]?.position ?? 0;
      const answer = askFor(`window-${String(first).padStart(5, '0')}`, toWindowRequest(asked, answerer));
      return answer === null ? failed : read(answer, give);
    },
    merge: async (asked, onClaim) => {
      if (isMissing || unanswered.some(name => name.startsWith('window'))) return failed;
      if (asked.isLast) {
        const isRead = writeByFiles(
          (work, request) => {
            const text = toPromptFile(request);
            return ask(toMarked(work, text), text, work === 'answer' ? 'md' : 'json');
          },
          toAnswerClaimsRequest(asked, answerer),
          written => toCiteRequest({ ...asked, answer: written }, answerer),
          onClaim,
        );
        if (isRead !== null) answered += 1;
        return isRead ? done : failed;
      }
      const answer = askFor('merge', toMergeRequest(asked, answerer));
      if (answer !== null) return read(answer, onClaim);
      // All merges of one step are asked for before the first of them is missed.
      await new Promise(resolve => {
        setImmediate(resolve);
      });
      isMissing = true;
      return failed;
    },
  };
  return { writer, progress: () => ({ unanswered, answered, byCode }) };
}

const done: EngineReport = { engine: { name: 'files' }, usage: null, failure: null };
const failed: EngineReport = { ...done, failure: 'unreadable' };

function quoteByCode({ window, evidence }: WindowRequest): readonly DraftClaim[] {
  const before = (window.messages[0]?.position ?? 1) - 1;
  const messages = window.messages.map(message => ({ ...message, position: message.position - before }));
  const quotes = toHighlights({ ...evidence, messages }, { detail: 'brief', languages: ['en'] });
  return quotes
    .filter(({ kind }) => kind !== 'link')
    .map(claim => ({
      ...claim,
      evidence: claim.evidence.map(each => ({ ...each, position: each.position + before })),
    }));
}
