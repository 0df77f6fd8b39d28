import { judgeVerdicts } from '../claims/judgement.ts';

/**
 * The JSON schema of a judge's answer: what is missing before the verdict, so that the verdict follows from it. It is
 * frozen, as that of a draft is: any change makes the API compile a new grammar.
 */
export const judgeSchema = {
  type: 'object',
  properties: {
    missing: { type: 'string' },
    verdict: { type: 'string', enum: judgeVerdicts },
  },
  required: ['missing', 'verdict'],
  additionalProperties: false,
} as const;
