import type { TestCase } from 'vitest/node';

/** Prints which tests passed only at their second attempt, with the errors of the first. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class SecondAttempts {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const errors = test.result().errors?.map(({ message }) => message.split('\n', 1)[0]) ?? [];
    this.#lines.push(
      `Passed only at the second attempt: ${test.module.relativeModuleId} > ${test.fullName}: ${errors.join('; ')}`,
    );
  }

  onTestRunEnd(): void {
    for (const line of this.#lines) process.stdout.write(`${line}\n`);
  }
}
