import { claimKinds } from '../claims/kind.ts';

const evidence = {
  type: 'array',
  items: {
    type: 'object',
    properties: { position: { type: 'integer' }, quote: { type: 'string' } },
    required: ['position', 'quote'],
    additionalProperties: false,
  },
} as const;

const claims = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      evidence,
      kind: { type: 'string', enum: claimKinds },
      speakers: { type: 'array', items: { type: 'string' } },
      owner: { type: 'string' },
      due: { type: 'string' },
      confidence: { type: 'number' },
    },
    required: ['text', 'evidence', 'kind', 'speakers', 'owner', 'due', 'confidence'],
    additionalProperties: false,
  },
} as const;

/**
 * The JSON schema of a draft, the same for every call and level of detail: matters in order of importance, each with its
 * claims, and each claim with its words before its evidence. It is frozen: any change makes the API compile a new grammar
 * and misses the prompt cache. All fields are required and none is a union. Limits that a schema cannot express are
 * checked when the draft is read.
 */
export const draftSchema = {
  type: 'object',
  properties: {
    matters: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          topic: { type: 'string' },
          title: { type: 'string' },
          continues: { type: 'integer' },
          claims,
        },
        required: ['topic', 'title', 'continues', 'claims'],
        additionalProperties: false,
      },
    },
  },
  required: ['matters'],
  additionalProperties: false,
} as const;
