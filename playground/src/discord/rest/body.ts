import type { Context } from 'hono';
import type { UploadedFile } from '../bodies.ts';
import { refuse } from '../errors.ts';

/** A request's JSON and files. */
type RequestBody = { readonly json: unknown; readonly files: readonly UploadedFile[] };

/** Parsed bodies, so that the log of exchanges need not read them again. */
const bodies = new WeakMap<Request, RequestBody>();

/** The parsed body of a request; null if no route has read it. */
export function bodyOf(context: Context): RequestBody | null {
  return bodies.get(context.req.raw) ?? null;
}

/** Reads a JSON body, or a multipart one with `payload_json` and `files[n]`. */
export async function readBody(context: Context): Promise<RequestBody> {
  const body = await read(context);
  bodies.set(context.req.raw, body);
  return body;
}

async function read(context: Context): Promise<RequestBody> {
  const type = context.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data'))
    return { json: parseJson(await context.req.text()), files: [] };
  const form = await context.req.formData();
  const payload = form.get('payload_json');
  const files: UploadedFile[] = [];
  for (const [name, value] of form.entries()) {
    const index = /^files?\[(\d+)\]$/.exec(name)?.[1];
    if (index === undefined || typeof value === 'string') continue;
    files.push({
      index: Number(index),
      filename: value.name,
      contentType: value.type || 'application/octet-stream',
      bytes: new Uint8Array(await value.arrayBuffer()),
    });
  }
  return { json: parseJson(typeof payload === 'string' ? payload : ''), files };
}

function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('invalidJson');
  }
}
