import { refuse } from '../errors.ts';
import { type Fields, isFields } from './fields.ts';

const PATH = 'output_config.format.schema';
/** Limits from the API's page on structured outputs. */
const MOST_OPTIONAL = 24;
const MOST_UNIONS = 16;
/** A substitute: the API limits the size of the compiled grammar, but does not publish that limit. */
const MOST_PROPERTIES = 300;

const everywhere = [
  'title',
  'description',
  'default',
  '$defs',
  'definitions',
  '$ref',
  'enum',
  'const',
  'type',
];
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'];
const byType: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems'],
  string: ['format'],
  integer: [],
  number: [],
  boolean: [],
  null: [],
};

type Tally = { optional: number; unions: number; properties: number };

/** Refuses a schema outside the JSON Schema subset for structured outputs. */
export function checkSchema(schema: unknown): void {
  if (!isFields(schema)) throw refuse(PATH, 'Input should be an object');
  if (schema['type'] !== 'object' && schema['$ref'] === undefined)
    throw refuse(PATH, "the schema's type must be 'object'");
  const { $schema: _dialect, ...root } = schema;
  const tally: Tally = { optional: 0, unions: 0, properties: 0 };
  checkNode(root, schema, tally, []);
  if (tally.optional > MOST_OPTIONAL) {
    throw refuse(
      PATH,
      `Schemas contains too many optional parameters (${tally.optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters (limit: ${MOST_OPTIONAL})`,
    );
  }
  if (tally.unions > MOST_UNIONS) {
    throw refuse(
      PATH,
      `Schemas contains too many parameters with union types (${tally.unions} parameters with type arrays or anyOf), which would make grammar compilation inefficient (limit: ${MOST_UNIONS})`,
    );
  }
  if (tally.properties > MOST_PROPERTIES)
    throw refuse(PATH, 'Invalid schema: The compiled grammar is too large, simplify it');
}

function checkNode(node: unknown, root: Fields, tally: Tally, open: readonly string[]): void {
  if (!isFields(node)) throw refuse(PATH, 'a schema should be an object');
  for (const definitions of [node['$defs'], node['definitions']]) {
    if (definitions === undefined) continue;
    if (!isFields(definitions)) throw refuse(PATH, "'$defs' should be an object");
    for (const [name, each] of Object.entries(definitions)) checkNode(each, root, tally, [...open, name]);
  }
  if (node['$ref'] !== undefined) {
    checkReference(node['$ref'], root, open);
    return;
  }
  checkLiterals(node);

  const variants = node['anyOf'] ?? node['allOf'];
  if (variants !== undefined) {
    refuseKeywords(node, [...everywhere, 'anyOf', 'allOf'], 'a schema with anyOf or allOf');
    if (!Array.isArray(variants) || variants.length === 0) throw refuse(PATH, "'anyOf' should be a list");
    if (node['anyOf'] !== undefined) tally.unions += 1;
    for (const variant of variants) checkNode(variant, root, tally, open);
    return;
  }
  const { type } = node;
  if (type === undefined) {
    refuseKeywords(node, everywhere, 'a schema without type');
    if (node['enum'] === undefined && node['const'] === undefined)
      throw refuse(PATH, "a schema needs 'type', 'enum', 'const', 'anyOf', 'allOf' or '$ref'");
    return;
  }
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.length > 1) tally.unions += 1;
  const keywords = types.map(each => {
    const known = typeof each === 'string' ? byType[each] : undefined;
    if (!known) throw refuse(PATH, `type ${JSON.stringify(each)} is not supported`);
    return known;
  });
  refuseKeywords(node, [...everywhere, ...keywords.flat()], `'${types.join("', '")}' type`);
  if (types.includes('object')) checkObject(node, root, tally, open);
  if (types.includes('array')) checkArray(node, root, tally, open);
  const { format } = node;
  if (format !== undefined && !formats.some(each => each === format))
    throw refuse(PATH, `For 'string' type, format ${JSON.stringify(format)} is not supported`);
}

function refuseKeywords(node: Fields, known: readonly string[], of: string): void {
  const others = Object.keys(node).filter(key => !known.includes(key));
  if (others.length === 0) return;
  throw refuse(
    PATH,
    `For ${of}, ${others.length === 1 ? 'property' : 'properties'} ${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} not supported`,
  );
}

function checkLiterals(node: Fields): void {
  const { enum: choices, const: only } = node;
  if (choices !== undefined && (!Array.isArray(choices) || choices.length === 0))
    throw refuse(PATH, "'enum' should be a list with values");
  for (const each of [...(Array.isArray(choices) ? choices : []), only]) {
    if (typeof each === 'object' && each !== null)
      throw refuse(PATH, "values of 'enum' and 'const' should be plain");
  }
}

function checkObject(node: Fields, root: Fields, tally: Tally, open: readonly string[]): void {
  if (node['additionalProperties'] !== false)
    throw refuse(PATH, "For 'object' type, 'additionalProperties' must be explicitly set to false");
  const properties = node['properties'] ?? {};
  if (!isFields(properties)) throw refuse(PATH, "'properties' should be an object");
  const required: unknown = node['required'] ?? [];
  if (!Array.isArray(required)) throw refuse(PATH, "'required' should be a list");
  const missing = required.find(name => typeof name !== 'string' || !Object.hasOwn(properties, name));
  if (missing !== undefined)
    throw refuse(PATH, `'required' names ${JSON.stringify(missing)}, which is no property`);
  for (const [name, property] of Object.entries(properties)) {
    tally.properties += 1;
    if (!required.includes(name)) tally.optional += 1;
    checkNode(property, root, tally, open);
  }
}

function checkArray(node: Fields, root: Fields, tally: Tally, open: readonly string[]): void {
  const { items, minItems } = node;
  if (minItems !== undefined && minItems !== 0 && minItems !== 1)
    throw refuse(PATH, "For 'array' type, 'minItems' values other than 0 or 1 are not supported");
  if (items !== undefined) checkNode(items, root, tally, open);
}

/** A reference must lead to a definition in this schema, without cycles. */
function checkReference(reference: unknown, root: Fields, open: readonly string[]): void {
  const [, table, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(reference)) ?? [];
  const definitions = table === undefined ? undefined : root[table];
  if (name === undefined || !isFields(definitions) || definitions[name] === undefined)
    throw refuse(PATH, `'$ref' ${JSON.stringify(reference)} leads nowhere in this schema`);
  if (open.includes(name)) throw refuse(PATH, `Circular reference detected in schema definitions: ${name}`);
  for (const next of findReferences(definitions[name])) checkReference(next, root, [...open, name]);
}

function findReferences(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node.flatMap(findReferences);
  if (!isFields(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [value] : findReferences(value)));
}
