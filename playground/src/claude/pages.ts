import { refuse } from './errors.ts';

type ListPage<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
};

const DEFAULT_LIMIT = 20;
const MOST = 1000;

/** One page of a list, selected by `limit`, `after_id` and `before_id`. */
export function toPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  query: URLSearchParams,
): ListPage<Item> {
  const limit = readLimit(query.get('limit'));
  const after = readCursor(items, query, 'after_id');
  const before = readCursor(items, query, 'before_id');
  const start = after === null ? 0 : after + 1;
  const end = before ?? items.length;
  // Backward, the page is the one right before the cursor.
  const data =
    before === null
      ? items.slice(start, start + limit)
      : items.slice(Math.max(start, end - limit), Math.max(start, end));
  const more = before === null ? items.length - start > limit : end - start > limit;
  return { data, has_more: more, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

function readLimit(given: string | null): number {
  if (given === null) return DEFAULT_LIMIT;
  const limit = Number(given);
  if (!Number.isInteger(limit)) throw refuse('limit', 'Input should be a valid integer');
  if (limit < 1) throw refuse('limit', 'Input should be greater than or equal to 1');
  if (limit > MOST) throw refuse('limit', `Input should be less than or equal to ${MOST}`);
  return limit;
}

function readCursor(
  items: readonly { readonly id: string }[],
  query: URLSearchParams,
  name: string,
): number | null {
  const id = query.get(name);
  if (id === null) return null;
  const index = items.findIndex(item => item.id === id);
  if (index < 0) throw refuse(name, 'Invalid cursor');
  return index;
}
