import type { EngineReport } from '../../../src/app/ports.ts';
import type { WindowRequest, WindowWriter } from '../../../src/app/windows/ports.ts';
import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { createClaimReader } from '../../../src/io/claude/answer-readers.ts';
import { defaultFacts } from '../../../src/io/claude/models.ts';
import { toMergeRequests, toWindowRequests } from '../../../src/io/claude/window-writer.ts';
import { createPromptFiles } from '../prompt-files.ts';

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
  const ask = createPromptFiles(folder);
  const unanswered: string[] = [];
  let answered = 0;
  let byCode = 0;
  const isMissing = () => unanswered.length > 0;

  const read = (answer: string, onClaim: (claim: unknown) => void): EngineReport => {
    answered += 1;
    const reader = createClaimReader(onClaim);
    reader.write(answer);
    return reader.end() === 'whole' ? done : failed;
  };

  const writer: WindowWriter = {
    toVersion: () => '',
    draft: async (asked, onClaim) => {
      const give = (claim: unknown) => {
        onWindowClaim(claim);
        onClaim(claim);
      };
      const { window } = asked;
      const first = window.messages[0]?.position ?? 0;
      const { name, answer } = ask(
        `window-${String(first).padStart(5, '0')}`,
        toWindowRequests(asked, answerer),
      );
      if (answer !== null) return read(answer, give);
      if (isNeeded(window)) {
        unanswered.push(name);
        return failed;
      }
      byCode += 1;
      for (const claim of quoteByCode(asked)) give(claim);
      return done;
    },
    merge: async (asked, onClaim) => {
      if (isMissing()) return failed;
      const { name, answer } = ask(asked.isLast ? 'last' : 'merge', toMergeRequests(asked, answerer));
      if (answer !== null) return read(answer, onClaim);
      // All merges of one step are asked for before the first of them is missed.
      await new Promise(resolve => {
        setImmediate(resolve);
      });
      unanswered.push(name);
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
