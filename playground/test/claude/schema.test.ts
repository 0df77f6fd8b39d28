import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkSchema } from '../../src/claude/checks/schema.ts';

const object = (
  properties: Readonly<Record<string, unknown>>,
  rest: Readonly<Record<string, unknown>> = {},
) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...rest,
});
const text = { type: 'string' };
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));

test.each([
  ['no object', []],
  ['another type at the top', { type: 'array', items: text }],
  ['open objects', object({ a: text }, { additionalProperties: true })],
  ['objects that say nothing of others', { type: 'object', properties: {} }],
  ['an open object inside', object({ a: { type: 'object', properties: {} } })],
  ['a minimum', object({ a: { type: 'integer', minimum: 1 } })],
  ['a maximum', object({ a: { type: 'number', maximum: 1 } })],
  ['a step', object({ a: { type: 'number', multipleOf: 2 } })],
  ['a shortest text', object({ a: { type: 'string', minLength: 1 } })],
  ['a longest text', object({ a: { type: 'string', maxLength: 9 } })],
  ['a pattern', object({ a: { type: 'string', pattern: '^a$' } })],
  ['an unknown format', object({ a: { type: 'string', format: 'phone' } })],
  ['a most of items', object({ a: { type: 'array', items: text, maxItems: 3 } })],
  ['a least of two items', object({ a: { type: 'array', items: text, minItems: 2 } })],
  ['unique items', object({ a: { type: 'array', items: text, uniqueItems: true } })],
  ['oneOf', object({ a: { oneOf: [text, { type: 'null' }] } })],
  ['not', object({ a: { not: text } })],
  ['a field without a type', object({ a: {} })],
  ['an unknown type', object({ a: { type: 'money' } })],
  ['an enum of objects', object({ a: { enum: [{ b: 1 }] } })],
  ['a required field that is none', object({ a: text }, { required: ['a', 'b'] })],
  ['a reference to nowhere', object({ a: { $ref: '#/$defs/b' } })],
  ['a reference elsewhere', object({ a: { $ref: 'https://schemas.example/a.json' } })],
  [
    'a definition that holds itself',
    object(
      { a: { $ref: '#/$defs/b' } },
      { $defs: { b: object({ c: { type: 'array', items: { $ref: '#/$defs/b' } } }) } },
    ),
  ],
  [
    'two definitions that hold each other',
    object(
      { a: { $ref: '#/$defs/b' } },
      { $defs: { b: object({ c: { $ref: '#/$defs/d' } }), d: object({ e: { $ref: '#/$defs/b' } }) } },
    ),
  ],
  ['25 optional fields', object(many(25, text), { required: [] })],
  ['17 unions', object(many(17, { anyOf: [text, { type: 'null' }] }))],
  ['17 lists of types', object(many(17, { type: ['string', 'null'] }))],
  ['301 fields', object(many(301, text))],
])('a schema with %s is refused', (_, schema) => {
  expect(() => checkSchema(schema)).toThrow(/^output_config\.format\.schema: /);
});

test.each([
  ['24 optional fields', object(many(24, text), { required: [] })],
  ['16 unions', object(many(16, { anyOf: [text, { type: 'null' }] }))],
  [
    'definitions used twice',
    object({ a: { $ref: '#/$defs/b' }, c: { $ref: '#/$defs/b' } }, { $defs: { b: text } }),
  ],
  ['words about itself', object({ a: { ...text, title: 'A', description: 'what', default: '' } })],
  [
    'known formats, enums and constants',
    object({ a: { ...text, format: 'date' }, b: { enum: ['x', 1, null] }, c: { const: 2 } }),
  ],
  ['lists of at least one', object({ a: { type: 'array', items: text, minItems: 1 } })],
])('a schema with %s is accepted', (_, schema) => {
  expect(() => checkSchema(schema)).not.toThrow();
});

test('what the SDK leaves of a schema with bounds, patterns and alternatives is accepted', () => {
  const rich = z.object({
    position: z.int().min(1).max(500),
    quote: z.string().min(1).max(200),
    code: z.string().regex(/^[a-z]+$/),
    list: z.array(z.union([z.string(), z.number()])).max(3),
    maybe: z.string().nullable().optional(),
    mail: z.email(),
  });
  const plain = z.toJSONSchema(rich);
  expect(() => checkSchema(plain)).toThrow();
  expect(() => checkSchema(transformJSONSchema(plain))).not.toThrow();
});
