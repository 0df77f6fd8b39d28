import type { SerializedError } from 'vitest';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';

type Errors = readonly Pick<SerializedError, 'message'>[];

/**
 * Prints at the end of a run what failed and which tests passed only at their second attempt, with their errors. Files,
 * hooks and the run itself can fail too.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class Attempts {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const isFlaky = test.diagnostic()?.flaky ?? false;
    if (state !== 'failed' && !isFlaky) return;
    const outcome = isFlaky ? 'Passed only at the second attempt' : 'Failed';
    this.#add(outcome, `${test.module.relativeModuleId} > ${test.fullName}`, errors ?? []);
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors();
    if (errors.length > 0)
      this.#add('Failed', `${suite.module.relativeModuleId} > ${suite.fullName}`, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors();
    if (errors.length > 0) this.#add('Failed', module.relativeModuleId, errors);
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: Errors): void {
    if (unhandled.length > 0) this.#add('Failed', 'outside of the tests', unhandled);
    for (const line of this.#lines) process.stdout.write(`${line}\n`);
  }

  #add(outcome: string, name: string, errors: Errors): void {
    const messages = errors.map(({ message }) => message.split('\n', 1)[0]);
    this.#lines.push(`${outcome}: ${name}: ${messages.join('; ')}`);
  }
}
