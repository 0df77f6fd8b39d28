import { judgeOutcomes, judgeVerdicts } from '../claims/judgement.ts';
import { claimKinds } from '../claims/kind.ts';

/**
 * The JSON schema of a judge's answer: one verdict per claim. `missing` comes before the verdict, so that the verdict
 * follows from it. Position 0 means none. It is frozen, like a draft's: any change makes the API compile a new grammar.
 */
export const judgeSchema = {
  type: 'object',
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          claim: { type: 'integer' },
          missing: { type: 'string' },
          verdict: { type: 'string', enum: judgeVerdicts },
          kind: { type: 'string', enum: claimKinds },
          outcome: { type: 'string', enum: judgeOutcomes },
          position: { type: 'integer' },
        },
        required: ['claim', 'missing', 'verdict', 'kind', 'outcome', 'position'],
        additionalProperties: false,
      },
    },
  },
  required: ['verdicts'],
  additionalProperties: false,
} as const;
