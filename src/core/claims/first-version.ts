import { z } from 'zod';
import { checkNames, type RejectionReason } from './claim.ts';

/** What the first version kept otherwise: what is wrong with a claim, as an English sentence. */
const finding = z
  .looseObject({ words: z.string().exactOptional() })
  .transform(({ words, ...rest }) => (words === undefined ? rest : { ...rest, problem: toTold(words) }));
const first = z.looseObject({
  version: z.literal(1),
  summary: z.looseObject({
    claims: z.array(z.looseObject({ findings: z.array(finding) })),
    rejected: z.array(z.object({ text: z.string(), reasons: z.array(z.string().transform(toReason)) })),
    counts: z.looseObject({}),
    checked: z
      .looseObject({
        statements: z.array(z.union([z.looseObject({ findings: z.array(finding) }), z.looseObject({})])),
      })
      .exactOptional(),
  }),
});

/** A stored summary of the first version as one of the second, its sentences as they were; anything else as it is. */
export function upgrade(value: unknown): unknown {
  const read = first.safeParse(value);
  if (!read.success) return value;
  const { summary } = read.data;
  const rejected = summary.rejected.map((each, index) => ({ ...each, id: `r${index + 1}`, claim: null }));
  const counts = { ...summary.counts, confirmed: 0, noted: 0, removed: 0 };
  return { ...read.data, version: 2, summary: { ...summary, counts, rejected, rejectedSources: [] } };
}

/** "author: no cited message is by Bob", and "before: author: …" of what held before a change. */
function toReason(sentence: string): RejectionReason {
  const isBefore = sentence.startsWith('before: ');
  const said = isBefore ? sentence.slice('before: '.length) : sentence;
  const lead = [...checkNames, 'malformed'].find(name => said.startsWith(`${name}: `));
  return {
    check: checkNames.find(name => name === lead) ?? 'shape',
    problem: toTold(lead === undefined ? said : said.slice(lead.length + 2)),
    ...(isBefore && { before: true }),
  };
}

function toTold(words: string) {
  return { code: 'told', words } as const;
}
