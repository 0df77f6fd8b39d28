import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { z } from 'zod';
import type { Exchange } from '../discord/rest/app.ts';

const env: { readonly DISCORD_OPENAPI?: string } = process.env;

const PATH =
  env.DISCORD_OPENAPI || fileURLToPath(new URL('../../../../shared/discord-openapi.json', import.meta.url));

/** Why exchanges are not checked against Discord's description; null when they are. */
export const ABSENT: string | null = existsSync(PATH)
  ? null
  : 'no Discord API description at ../shared/discord-openapi.json nor in DISCORD_OPENAPI';

const forward = z.object({ message_reference: z.object({ type: z.literal(1) }) });

/** Where the published description itself is wrong; each is told in Discord's own documentation. */
const IMPERFECTIONS: readonly ((exchange: Exchange, problem: string) => boolean)[] = [
  // It calls `default_member_permissions` an integer in requests; discord.js and the documentation say string.
  (_, problem) => problem.includes('default_member_permissions'),
  // It calls the codes of single fields integers; they are words such as BASE_TYPE_REQUIRED.
  (exchange, problem) => exchange.status === 400 && problem.startsWith('response/errors'),
  // It does not know forwards.
  (_, problem) => /^response.*message_reference\/type/.test(problem),
  ({ request }, problem) =>
    problem.startsWith('request/message_reference') && forward.safeParse(request).success,
];

const operationSchema = z.record(z.string(), z.unknown());
const documentSchema = z.object({ paths: z.record(z.string(), operationSchema), components: z.unknown() });
type Document = z.output<typeof documentSchema>;

type Operation = { readonly pointer: string; readonly path: string };

let loaded: { readonly document: Document; readonly ajv: Ajv2020 } | null = null;
const validators = new Map<string, ValidateFunction | null>();

function load() {
  if (loaded) return loaded;
  const document = documentSchema.parse(JSON.parse(readFileSync(PATH, 'utf8')));
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  ajvFormats.default(ajv);
  for (const format of ['snowflake', 'nonce', 'int32', 'int64', 'uint32', 'double', 'float']) {
    ajv.addFormat(format, true);
  }
  ajv.addSchema({ $id: 'https://description.test/', ...document });
  loaded = { document, ajv };
  return loaded;
}

/** What is wrong with an exchange by the description; empty when all is well. */
export function findProblems(exchange: Exchange): string[] {
  if (ABSENT !== null) return [];
  const operation = findOperation(exchange);
  if (!operation) return [`${exchange.method} ${exchange.path} is not in the description`];
  const problems = [
    ...checkRequest(operation, exchange),
    ...check(toResponsePointer(operation, exchange.status), exchange.response, 'response'),
  ];
  return problems
    .filter(problem => !IMPERFECTIONS.some(isKnown => isKnown(exchange, problem)))
    .map(problem => `${exchange.method} ${exchange.path} (${exchange.status}): ${problem}`);
}

/** The described path that an exchange met, such as "get /channels/{channel_id}". */
export function toOperationName(exchange: Exchange): string | null {
  const operation = ABSENT === null ? findOperation(exchange) : null;
  return operation ? `${exchange.method.toLowerCase()} ${operation.path}` : null;
}

function findOperation(exchange: Exchange): Operation | null {
  const { document } = load();
  const method = exchange.method.toLowerCase();
  const segments = exchange.path.split('/');
  const fits = Object.entries(document.paths).filter(([path, operations]) => {
    const wanted = path.split('/');
    if (operations[method] === undefined || wanted.length !== segments.length) return false;
    return wanted.every((part, index) => part.startsWith('{') || part === segments[index]);
  });
  // "@me" and "@original" are more specific than a parameter.
  const best = fits.sort(([a], [b]) => a.split('{').length - b.split('{').length)[0];
  return best ? { path: best[0], pointer: `/paths/${escapePointer(best[0])}/${method}` } : null;
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function resolvePointer(pointer: string): unknown {
  let node: unknown = load().document;
  for (const part of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null) return undefined;
    node = Object.entries(node).find(([name]) => name === key)?.[1];
  }
  return node;
}

function toResponsePointer({ pointer }: Operation, status: number): string {
  const shared = '/components/responses';
  if (status === 429) return `${shared}/ClientRatelimitedResponse/content/application~1json/schema`;
  if (status >= 400) return `${shared}/ClientErrorResponse/content/application~1json/schema`;
  return `${pointer}/responses/${status}/content/application~1json/schema`;
}

function checkRequest({ pointer }: Operation, exchange: Exchange): string[] {
  // A refused request was wrong on purpose.
  if (exchange.status >= 400 || exchange.request === null) return [];
  return check(`${pointer}/requestBody/content/application~1json/schema`, exchange.request, 'request');
}

function check(pointer: string, value: unknown, what: string): string[] {
  if (resolvePointer(pointer) === undefined) {
    const status = /responses\/(\d+)/.exec(pointer)?.[1];
    const isKnownEmpty =
      status !== undefined && resolvePointer(pointer.replace(/\/content\/.*$/, '')) !== undefined;
    if (value === null && isKnownEmpty) return [];
    return status === undefined && value === null ? [] : [`${what}: nothing is described for ${pointer}`];
  }
  let validate = validators.get(pointer);
  if (!validate) {
    validate = load().ajv.compile({ $ref: `https://description.test/#${pointer}` });
    validators.set(pointer, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    error => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}
