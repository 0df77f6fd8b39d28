/** How a decision relates to an earlier one. */
export const relations = ['replaces', 'same', 'adds', 'none'] as const;
export type Relation = (typeof relations)[number];

const positions = { type: 'array', items: { type: 'integer' } } as const;

/**
 * The JSON schema of a comparison. `difference` comes before the relation, so that the relation follows from it. Frozen,
 * like the judge's.
 */
export const compareSchema = {
  type: 'object',
  properties: {
    comparisons: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          earlier: { type: 'integer' },
          difference: { type: 'string' },
          relation: { type: 'string', enum: relations },
          before: { type: 'string' },
          before_messages: positions,
          after: { type: 'string' },
          after_messages: positions,
          by: { type: 'array', items: { type: 'string' } },
          impacts: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                text: { type: 'string' },
                implied: { type: 'boolean' },
                messages: positions,
              },
              required: ['text', 'implied', 'messages'],
              additionalProperties: false,
            },
          },
        },
        required: [
          'earlier',
          'difference',
          'relation',
          'before',
          'before_messages',
          'after',
          'after_messages',
          'by',
          'impacts',
        ],
        additionalProperties: false,
      },
    },
  },
  required: ['comparisons'],
  additionalProperties: false,
} as const;
