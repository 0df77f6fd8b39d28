import type { ProblemSentences } from '../../core/claims/problem.ts';
import type { Messages } from '../messages/catalogues.ts';
import type { FormatMessage } from '../messages/format.ts';

export function createProblemSentences(
  texts: Messages['summary']['problems'],
  format: FormatMessage,
): ProblemSentences {
  const withValues = (message: string) => (values: Parameters<FormatMessage>[1]) => format(message, values);
  const judged =
    (problem: string) =>
    ({ words }: { readonly words: string }) =>
      words === '' ? problem : format(texts.judgeNote, { problem, words });
  return {
    ...texts,
    malformed: ({ fault }) => texts.malformed[fault],
    mended: ({ what }) => texts.mended[what],
    cited_twice: withValues(texts.cited_twice),
    no_message: withValues(texts.no_message),
    not_in_message: ({ position, quote }) =>
      quote === undefined
        ? format(texts.not_in_message, { position })
        : format(texts.quote_not_in_message, { position, quote }),
    citation_moved: withValues(texts.citation_moved),
    better_citation: withValues(texts.better_citation),
    not_by: withValues(texts.not_by),
    attributed_to: withValues(texts.attributed_to),
    other_words: withValues(texts.other_words),
    value_not_found: withValues(texts.value_not_found),
    value_in_message: withValues(texts.value_in_message),
    judged_partly: judged(texts.judged_partly),
    judged_unsupported: judged(texts.judged_unsupported),
    judged_contradicted: judged(texts.judged_contradicted),
    judged_citation: withValues(texts.judged_citation),
  };
}
