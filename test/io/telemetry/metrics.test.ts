import { expect, test } from 'vitest';
import { gaugeNames } from '../../../src/app/telemetry-ports.ts';
import type { Quality } from '../../../src/core/claims/usage.ts';
import { createMetrics } from '../../../src/io/telemetry/metrics.ts';

const quality: Quality = {
  eligible: 21,
  cited: 19,
  judged: 23,
  supported: 15,
  marked: 3,
  unjudged: 1,
  citationsReplaced: 4,
  rejected: { quote: 2, judge: 5 },
  gathered: 300,
  markers: 40,
  footnotes: 30,
};

test('every metric shows what was counted', async () => {
  const metrics = createMetrics();
  const spent = {
    input: 10,
    cacheRead: 20,
    cacheWrite: 30,
    output: 40,
    usd: 0.5,
    assumedUsd: 0,
    calls: 1,
    unpriced: 1,
  };
  metrics.count({ kind: 'call', call: { model: 'm', spent, failure: null, durationMs: 2_000 } });
  metrics.count({ kind: 'summary', quality });
  metrics.count({ kind: 'repaired', claims: 2 });
  metrics.count({ kind: 'opened' });
  metrics.count({ kind: 'feedback', isHelpful: true });
  metrics.count({ kind: 'discord-response', status: 200 });
  metrics.count({ kind: 'discord-rate-limited' });
  metrics.countRun('summary', 'done', 4_000);
  for (const [index, name] of gaugeNames.entries()) metrics.gauge(name, () => index + 7);
  const { body } = await metrics.read();
  const series = body.split('\n').filter(line => /^footnote_(?!\w+_bucket)/.test(line));
  expect(series.map(line => line.replace('footnote_', ''))).toMatchInlineSnapshot(`
    [
      "runs_total{feature="summary",outcome="done"} 1",
      "run_duration_seconds_sum{feature="summary"} 4",
      "run_duration_seconds_count{feature="summary"} 1",
      "summaries_total 1",
      "claims_eligible_total 21",
      "claims_cited_total 19",
      "claims_supported_total 15",
      "claims_marked_total 3",
      "claims_unjudged_total 1",
      "claims_rejected_total{check="quote"} 2",
      "claims_rejected_total{check="judge"} 5",
      "claims_repaired_total 2",
      "citations_replaced_total 4",
      "messages_gathered_total 300",
      "markers_total 40",
      "footnotes_total 30",
      "sources_opened_total 1",
      "feedback_total{vote="helpful"} 1",
      "model_calls_total{model="m",outcome="ok"} 1",
      "model_call_duration_seconds_sum{model="m"} 2",
      "model_call_duration_seconds_count{model="m"} 1",
      "model_tokens_total{model="m",kind="input"} 10",
      "model_tokens_total{model="m",kind="cache_read"} 20",
      "model_tokens_total{model="m",kind="cache_write"} 30",
      "model_tokens_total{model="m",kind="output"} 40",
      "model_cost_dollars_total{model="m"} 0.5",
      "model_calls_unpriced_total{model="m"} 1",
      "discord_responses_total{status="200"} 1",
      "discord_rate_limits_total 1",
      "runs_in_progress 7",
      "model_calls_waiting 8",
      "guilds 9",
    ]
  `);
  const names = [...body.matchAll(/^# TYPE (footnote_\w+)/gm)].map(([, name = '']) => name);
  expect(names.filter(name => !series.some(line => line.startsWith(name) && !line.endsWith(' 0')))).toEqual(
    [],
  );
});
