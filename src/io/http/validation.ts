import type { Hook } from '@hono/zod-openapi';
import type { ZodError } from 'zod';
import { refuse, toProblem } from './problem.ts';

/** Answers a request that does not fit its schema, field by field. */
// biome-ignore lint/suspicious/noExplicitAny: the hook is the same for all routes.
export const toInvalid: Hook<any, any, any, any> = (result, context) => {
  if (result.success) return undefined;
  const errors = (result.error as ZodError).issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ path: [...issue.path, key].join('.'), message: 'Unknown field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
  const [first] = errors;
  const detail = first
    ? `${first.path === '' ? 'The request' : `"${first.path}"`}: ${first.message}.`
    : 'The request is malformed.';
  return refuse(context, toProblem(400, 'invalid', detail, errors));
};
