import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { GaugeName, ModelCall, TelemetryEvent } from '../../app/telemetry-ports.ts';
import type { Feature, Quality } from '../../core/claims/usage.ts';

/** How a run ended; what is refused was answered with the reason. */
export type RunOutcome = 'done' | 'refused' | 'stopped' | 'failed';

export type Metrics = ReturnType<typeof createMetrics>;

/** From a quarter of a second to ten minutes. */
const buckets = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 600];

/** The metrics of this process. No label holds an id, a name or a text. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `footnote_${name}_total`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name: `footnote_${name}_seconds`, help, buckets, labelNames, registers });

  const runs = counter('runs', 'Runs by what they were for and how they ended.', 'feature', 'outcome');
  const runTime = histogram('run_duration', 'Time of runs.', 'feature');

  const summaries = counter('summaries', 'Summaries that were written.');
  const ofSummaries = {
    eligible: counter('claims_eligible', 'Distinct claims that were shown or failed a check.'),
    cited: counter('claims_cited', 'Eligible claims whose citations pass the proofs.'),
    supported: counter('claims_supported', 'Claims that the judge supports.'),
    marked: counter('claims_marked', 'Claims marked as needing clarification.'),
    unjudged: counter('claims_unjudged', 'Claims whose wording was not judged.'),
  };
  const rejected = counter('claims_rejected', 'Claims that failed, by the first check they failed.', 'check');
  const repaired = counter('claims_repaired', 'Claims that the repair replaced.');
  const ofCitations = {
    citationsReplaced: counter('citations_replaced', 'Citations replaced by a better message.'),
    gathered: counter('messages_gathered', 'Messages read for summaries.'),
    markers: counter('markers', 'Markers in summaries.'),
    footnotes: counter('footnotes', 'Different messages behind the markers of a summary.'),
  };

  const opened = counter('sources_opened', 'How often the sources of a summary were opened.');
  const feedback = counter('feedback', 'Votes on summaries.', 'vote');

  const calls = counter(
    'model_calls',
    'Calls of models; the outcome is "ok" or a reason.',
    'model',
    'outcome',
  );
  const callTime = histogram('model_call_duration', 'Time of calls of models.', 'model');
  const tokens = counter('model_tokens', 'Tokens, by model and kind.', 'model', 'kind');
  const cost = counter('model_cost_dollars', 'US dollars of calls whose cost is known.', 'model');
  const unpriced = counter('model_calls_unpriced', 'Calls whose cost is unknown.', 'model');

  const responses = counter('discord_responses', 'Answers of the Discord API by status.', 'status');
  const rateLimits = counter('discord_rate_limits', 'How often a rate limit of Discord was reached.');

  const countCall = ({ model, spent, failure, durationMs }: ModelCall) => {
    calls.inc({ model, outcome: failure ?? 'ok' });
    callTime.observe({ model }, durationMs / 1_000);
    if (spent === null) return;
    tokens.inc({ model, kind: 'input' }, spent.input);
    tokens.inc({ model, kind: 'cache_read' }, spent.cacheRead);
    tokens.inc({ model, kind: 'cache_write' }, spent.cacheWrite);
    tokens.inc({ model, kind: 'output' }, spent.output);
    cost.inc({ model }, spent.usd);
    unpriced.inc({ model }, spent.unpriced);
  };
  const countSummary = (quality: Quality) => {
    summaries.inc();
    for (const [check, count] of Object.entries(quality.rejected)) rejected.inc({ check }, count);
    const counters = { ...ofSummaries, ...ofCitations };
    for (const name of Object.keys(counters) as (keyof typeof counters)[]) counters[name].inc(quality[name]);
  };

  return {
    count: (event: TelemetryEvent) => {
      switch (event.kind) {
        case 'call':
          return countCall(event.call);
        case 'summary':
          return countSummary(event.quality);
        case 'repaired':
          return repaired.inc(event.claims);
        case 'opened':
          return opened.inc();
        case 'feedback':
          return feedback.inc({ vote: event.isHelpful ? 'helpful' : 'unhelpful' });
        case 'discord-response':
          return responses.inc({ status: event.status });
        case 'discord-rate-limited':
          return rateLimits.inc();
      }
    },
    countRun: (feature: Feature, outcome: RunOutcome, durationMs: number) => {
      runs.inc({ feature, outcome });
      runTime.observe({ feature }, durationMs / 1_000);
    },
    gauge: (name: GaugeName, read: () => number) => {
      new Gauge({
        ...gauges[name],
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    /** In the text format of Prometheus. */
    read: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

const gauges: Readonly<Record<GaugeName, { readonly name: string; readonly help: string }>> = {
  runs: { name: 'footnote_runs_in_progress', help: 'Summaries that people wait for.' },
  'waiting-calls': {
    name: 'footnote_model_calls_waiting',
    help: 'Calls that wait for their turn or for the rate limit.',
  },
  guilds: { name: 'footnote_guilds', help: 'Servers that the bot is in.' },
};
