import type { TestCase } from 'vitest/node';

/** Prints at the end of a run which tests failed and which passed only at their second attempt, with their errors. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class Attempts {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const isFlaky = test.diagnostic()?.flaky ?? false;
    if (state !== 'failed' && !isFlaky) return;
    const outcome = isFlaky ? 'Passed only at the second attempt' : 'Failed';
    const messages = errors?.map(({ message }) => message.split('\n', 1)[0]) ?? [];
    this.#lines.push(
      `${outcome}: ${test.module.relativeModuleId} > ${test.fullName}: ${messages.join('; ')}`,
    );
  }

  onTestRunEnd(): void {
    for (const line of this.#lines) process.stdout.write(`${line}\n`);
  }
}
