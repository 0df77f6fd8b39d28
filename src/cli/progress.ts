import ora from 'ora';

/** Progress on stderr: one changing line on a terminal, otherwise one line per step. */
export type Progress = {
  readonly step: (words: string) => void;
  /** Replaces the text of the step; only on a terminal. */
  readonly count: (words: string) => void;
  /** Prints a permanent line. */
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
