import { z } from 'zod';
import { ApiError } from '../errors.ts';

type Path = readonly (string | number)[];

/** One violated rule: Discord's code and message. */
export type Problem = { readonly path: Path; readonly code: string; readonly message: string };

/** The validated body; throws Discord's "Invalid Form Body" with every violated rule at its path. */
export function parseForm<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw toFormError(result.error.issues.map(toProblem));
}

export function toFormError(problems: readonly Problem[]): ApiError {
  const errors: ErrorTree = {};
  for (const { path, code, message } of problems) addTo(errors, path, { code, message });
  return new ApiError(400, 50035, 'Invalid Form Body', errors);
}

type Leaf = { readonly code: string; readonly message: string };
type ErrorTree = { _errors?: Leaf[] } & { [key: string]: ErrorTree | Leaf[] };

function addTo(tree: ErrorTree, path: Path, leaf: Leaf): void {
  let node = tree;
  for (const key of path) {
    const child = node[key];
    if (child === undefined || Array.isArray(child)) {
      const fresh: ErrorTree = {};
      node[key] = fresh;
      node = fresh;
    } else node = child;
  }
  node._errors = [...(node._errors ?? []), leaf];
}

function toProblem(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.map(key => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'custom') {
    const { code } = issue.params ?? {};
    return { path, code: typeof code === 'string' ? code : 'BASE_TYPE_INVALID', message: issue.message };
  }
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return { path, ...REQUIRED };
    return { path, ...(WRONG_TYPE[issue.expected] ?? { code: 'BASE_TYPE_INVALID', message: issue.message }) };
  }
  return { path, code: 'BASE_TYPE_INVALID', message: issue.message };
}

const REQUIRED = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

const WRONG_TYPE: Readonly<Record<string, { code: string; message: string }>> = {
  array: { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
  object: { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' },
  record: { code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' },
  boolean: { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' },
  string: { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' },
  number: { code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' },
};

type Context = z.core.$RefinementCtx;

/** Reports a violated rule with Discord's code. */
export function note(context: Context, code: string, message: string, path: Path = []): void {
  context.addIssue({ code: 'custom', message, params: { code }, path: [...path] });
}

/**
 * A text with length limits, in UTF-16 units: Discord does not document its counting, and this never accepts what
 * Discord would refuse.
 */
export function text(max: number, min = 0) {
  return z.unknown().transform((value, context): string => {
    if (value === undefined || value === null || (value === '' && min > 0))
      note(context, REQUIRED.code, REQUIRED.message);
    else if (typeof value !== 'string')
      note(context, 'STRING_TYPE_CONVERT', `Could not interpret "${value}" as string.`);
    else if (value.length > max || value.length < min) note(context, ...badLength(max, min));
    else return value;
    return z.NEVER;
  });
}

/** The value of a choice: a number, or a text with a length limit. */
export function textOrNumber(max: number) {
  return z.unknown().transform((value, context): string | number => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string' && value.length <= max) return value;
    if (typeof value === 'string') note(context, ...badLength(max, 0));
    else note(context, REQUIRED.code, REQUIRED.message);
    return z.NEVER;
  });
}

/** A list with length limits. */
export function list<T extends z.ZodType>(item: T, max: number, min = 0) {
  return z.array(item).superRefine((items, context) => {
    if (items.length > max || items.length < min) note(context, ...badLength(max, min));
  });
}

function badLength(max: number, min: number): [string, string] {
  return min > 0
    ? ['BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`]
    : ['BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`];
}

/** A whole number with limits. */
export function whole(min: number, max: number) {
  return z.number().superRefine((value, context) => {
    if (!Number.isInteger(value)) note(context, 'NUMBER_TYPE_COERCE', `Value "${value}" is not int.`);
    else if (value > max)
      note(context, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`);
    else if (value < min)
      note(context, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`);
  });
}

/** One of the listed numbers. */
export function choice<T extends number>(allowed: readonly T[]) {
  return z.unknown().transform((value, context): T => {
    const found = allowed.find(option => option === value);
    if (found !== undefined) return found;
    if (value === undefined) note(context, REQUIRED.code, REQUIRED.message);
    else note(context, 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
    return z.NEVER;
  });
}

export function snowflake() {
  return z.unknown().transform((value, context): string => {
    const id = typeof value === 'number' ? String(value) : value;
    if (typeof id === 'string' && /^\d{1,20}$/.test(id)) return id;
    if (value === undefined) note(context, REQUIRED.code, REQUIRED.message);
    else note(context, 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not snowflake.`);
    return z.NEVER;
  });
}

/** A well-formed address with an allowed scheme. */
export function url(schemes: readonly string[], max = 2048) {
  return text(max, 1).superRefine((value, context) => {
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    if (scheme !== undefined && !schemes.includes(scheme)) {
      const listed = schemes.map(name => `'${name}'`).join(', ');
      note(
        context,
        'URL_TYPE_INVALID_SCHEME',
        `Scheme "${scheme}" is not supported. Scheme must be one of (${listed}).`,
      );
    } else if (scheme === undefined || !URL.canParse(value) || /\s/.test(value)) {
      note(context, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
    }
  });
}

/** Chooses the schema by the number in `type`, like Discord's unions of components and options. */
export function byType<T>(schemas: Readonly<Record<number, () => z.ZodType<T>>>) {
  return z.unknown().transform((value, context): T => {
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
    const schema = typeof type === 'number' ? schemas[type] : undefined;
    if (schema === undefined) {
      const known = Object.keys(schemas).join(', ');
      if (type === undefined) note(context, REQUIRED.code, REQUIRED.message, ['type']);
      else note(context, 'UNION_TYPE_CHOICES', `Value of field "type" must be one of (${known}).`);
      return z.NEVER;
    }
    const result = schema().safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const problem = toProblem(issue);
      note(context, problem.code, problem.message, problem.path);
    }
    return z.NEVER;
  });
}
