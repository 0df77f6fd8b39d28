import { parseAssignments, toAssignPrompt } from '../../../src/core/prompt/assign.ts';
import { toAssignTask, toJudgedTopics } from '../../../src/core/topics/assign-task.ts';
import {
  type Contribution,
  type TopicRecord,
  withContribution,
  withJudgedTopics,
} from '../../../src/core/topics/record.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';
import { estimateTokens } from '../../../src/core/windows/size.ts';
import { createJsonReader } from '../../../src/io/claude/call/json-reader.ts';
import { defaultFacts } from '../../../src/io/claude/models/model-facts.ts';
import { toAssignRequest, toPromptText } from '../../../src/io/claude/request.ts';
import { createPromptFiles } from '../prompt-files.ts';

const answerer = { model: 'measured', facts: defaultFacts };

/** Assigns one summary after the other, as far as the folder has answers. */
export function createFileAssigner(folder: string) {
  const ask = createPromptFiles(folder);
  const unanswered: string[] = [];
  const tokens = { calls: 0, input: 0, output: 0 };

  const assign = (work: string, contributions: readonly Contribution<TopicClaim>[]) => {
    let record: TopicRecord = { placeId: '1', contributions: [] };
    for (const [index, each] of contributions.entries()) {
      record = withContribution(record, each);
      for (let task = toAssignTask(record); task !== null; task = toAssignTask(record)) {
        const body = toAssignRequest(toAssignPrompt(task), answerer);
        const { name, answer } = ask(`${work}-${index}`, [body]);
        if (answer === null) {
          unanswered.push(name);
          return [];
        }
        tokens.calls += 1;
        tokens.input += estimateTokens(toPromptText(body));
        tokens.output += estimateTokens(JSON.stringify(JSON.parse(answer)));
        const reader = createJsonReader(parseAssignments);
        reader.write(answer);
        reader.end();
        record = withJudgedTopics(record, toJudgedTopics(record, task, reader.value() ?? new Map()));
      }
    }
    return record.contributions;
  };
  return { assign, unanswered, tokens };
}
