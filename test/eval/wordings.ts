import { z } from 'zod';
import { claimKinds } from '../../src/core/claims/kind.ts';
import { judgeSystemText } from '../../src/core/prompt/judge.ts';
import { judgeSchema } from '../../src/core/prompt/schemas.ts';
import type { ClaudeRequest } from '../../src/io/claude/request.ts';

/** How the judge is asked: the call, and its answer in the shape that is in use. */
export type Wording = {
  readonly toRequest: (request: ClaudeRequest) => ClaudeRequest;
  readonly toAnswer: (answer: unknown) => unknown;
};

export const inUse: Wording = { toRequest: request => request, toAnswer: answer => answer };

const verdictsBegin = judgeSystemText.indexOf('Give one verdict for each claim');

/** The same rules and kinds, three questions in place of one verdict, and examples. */
const threeSystemText = `${judgeSystemText.slice(0, verdictsBegin)}Answer three questions about each claim, each by itself; the worst answer decides. Fields, in this order:
- claim: the number of the claim
- added: a detail of the claim that the messages do not give, in at most twelve words; empty where every detail is theirs. No detail: looser words, leaving out, what plainly follows
- contradicted: what the messages say in place of a detail of the claim, in at most twelve words; empty where they contradict none
- says: whether they say the claim as a whole: supported, partly or not_supported
- kind: the kind that the claim has, unless it misleads about what happened: a decision that nobody settled, an action that nobody promised or was asked to do, a question that nobody asked or that a shown message answers. Then the kind that fits. Where several kinds fit, keep the one it has. A wrong kind alone is no fault
- outcome: of a decision, approved where something was agreed to, declined where it was refused or decided against; none where that is not clear, and for every other kind
- positions: the positions of the shown messages that say what the cited ones do not, or that a claim without cites rests on; as few as say it, and none where there is none

Examples. The messages: <m n="1" by="Ida">Could we move the tasting to the 14th? The hall is taken on the 12th.</m> <m n="2" by="Jon" re="1">fine with me, if Petra can bring the glasses</m> <m n="3" by="Petra">I can, about 40 of them</m>
- <claim n="1" kind="key_point">The tasting is being moved to the 14th because the hall is taken.</claim>
  {"claim":1,"added":"","contradicted":"","says":"supported","kind":"key_point","outcome":"none","positions":[1,2]}
- <claim n="2" kind="fact">Petra brings about 40 glasses and washes them afterwards.</claim>
  {"claim":2,"added":"that she washes them","contradicted":"","says":"partly","kind":"fact","outcome":"none","positions":[3]}
- <claim n="3" kind="fact">Jon will bring the glasses.</claim>
  {"claim":3,"added":"","contradicted":"Petra brings them","says":"not_supported","kind":"fact","outcome":"none","positions":[3]}
- <claim n="4" kind="fact">Ida fears that few guests will come.</claim>
  {"claim":4,"added":"that few guests will come","contradicted":"","says":"not_supported","kind":"fact","outcome":"none","positions":[]}`;

const { claim, kind, outcome, positions } = judgeSchema.properties.verdicts.items.properties;
const properties = {
  claim,
  added: { type: 'string' },
  contradicted: { type: 'string' },
  says: { type: 'string', enum: ['supported', 'partly', 'not_supported'] },
  kind,
  outcome,
  positions,
};
const threeSchema = {
  ...judgeSchema,
  properties: {
    verdicts: {
      type: 'array',
      items: { ...judgeSchema.properties.verdicts.items, properties, required: Object.keys(properties) },
    },
  },
};

const threeAnswer = z.object({
  verdicts: z.array(
    z.looseObject({
      added: z.string().catch(''),
      contradicted: z.string().catch(''),
      says: z.enum(['supported', 'partly', 'not_supported']),
      kind: z.enum(claimKinds).nullable().catch(null),
    }),
  ),
});

/** Three questions in one answer: does it say so, is a detail added, is a detail contradicted. */
const three: Wording = {
  toRequest: request => ({
    ...request,
    system: threeSystemText,
    output_config: { ...request.output_config, format: { type: 'json_schema', schema: threeSchema } },
  }),
  toAnswer: answer => {
    const read = threeAnswer.safeParse(answer);
    if (!read.success) return answer;
    return {
      verdicts: read.data.verdicts.map(({ added, contradicted, says, ...rest }) => ({
        ...rest,
        missing: contradicted || added,
        verdict: toWorst(says, added !== '', contradicted !== ''),
      })),
    };
  },
};

function toWorst(says: 'supported' | 'partly' | 'not_supported', isAdded: boolean, isContradicted: boolean) {
  if (isContradicted) return 'contradicted';
  return says === 'supported' && isAdded ? 'partly' : says;
}

export const wordings: Readonly<Record<string, Wording>> = { 'in-use': inUse, three };
