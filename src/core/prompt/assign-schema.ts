/**
 * The JSON schema of an assignment of claims to topics. `matter` comes before the topic, so that the topic follows from it.
 * Frozen, like the judge's.
 */
export const assignSchema = {
  type: 'object',
  properties: {
    assignments: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          claim: { type: 'integer' },
          matter: { type: 'string' },
          topic: { type: 'integer' },
        },
        required: ['claim', 'matter', 'topic'],
        additionalProperties: false,
      },
    },
  },
  required: ['assignments'],
  additionalProperties: false,
} as const;
