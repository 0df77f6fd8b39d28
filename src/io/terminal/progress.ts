import ora from 'ora';

/** Tells on stderr what is being done: one line that changes on a terminal, one line a step elsewhere. */
export type Progress = {
  readonly step: (words: string) => void;
  /** The step as it is now; shown only where the line can change. */
  readonly count: (words: string) => void;
  /** A sentence that stays. */
  readonly tell: (words: string) => void;
  readonly done: (words: string) => void;
  readonly failed: (words: string) => void;
};

export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) {
    const write = (words: string) => void stream.write(`${words}\n`);
    return { step: write, count: () => undefined, tell: write, done: write, failed: write };
  }
  const spinner = ora({ stream, discardStdin: false });
  return {
    step: words => void spinner.start(words),
    count: words => {
      spinner.text = words;
    },
    tell: words => void spinner.stopAndPersist({ symbol: 'i', text: words }),
    done: words => void spinner.succeed(words),
    failed: words => void spinner.fail(words),
  };
}
