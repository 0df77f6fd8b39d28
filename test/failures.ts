import type { SerializedError } from 'vitest';
import type { TestCase, TestModule, TestSuite } from 'vitest/node';

type Errors = readonly Pick<SerializedError, 'message'>[];

/**
 * Prints at the end of a run what failed, a line each with its errors. Files, hooks and the run itself can fail too.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads it.
export default class Failures {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    this.#add(`${test.module.relativeModuleId} > ${test.fullName}`, errors ?? []);
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors();
    if (errors.length > 0) this.#add(`${suite.module.relativeModuleId} > ${suite.fullName}`, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors();
    if (errors.length > 0) this.#add(module.relativeModuleId, errors);
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: Errors): void {
    if (unhandled.length > 0) this.#add('outside of the tests', unhandled);
    for (const line of this.#lines) process.stdout.write(`${line}\n`);
  }

  #add(name: string, errors: Errors): void {
    const messages = errors.map(({ message }) => message.split('\n', 1)[0]);
    this.#lines.push(`Failed: ${name}: ${messages.join('; ')}`);
  }
}
