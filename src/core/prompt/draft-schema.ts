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

/**
 * The JSON schema of a draft, the same for every call and level of detail: one flat list of claims, each with its
 * evidence before its words. It is frozen: any change makes the API compile a new grammar and misses the prompt cache.
 * All fields are required and none is a union. Limits that a schema cannot express are checked when the draft is read.
 */
export const draftSchema = {
  type: 'object',
  properties: {
    claims: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          evidence,
          kind: { type: 'string', enum: claimKinds },
          topic: { type: 'string' },
          text: { type: 'string' },
          speakers: { type: 'array', items: { type: 'string' } },
          owner: { type: 'string' },
          due: { type: 'string' },
          before: {
            type: 'object',
            properties: { text: { type: 'string' }, evidence },
            required: ['text', 'evidence'],
            additionalProperties: false,
          },
          confidence: { type: 'number' },
        },
        required: ['evidence', 'kind', 'topic', 'text', 'speakers', 'owner', 'due', 'before', 'confidence'],
        additionalProperties: false,
      },
    },
  },
  required: ['claims'],
  additionalProperties: false,
} as const;
