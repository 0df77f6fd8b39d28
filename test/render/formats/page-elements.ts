import type { DefaultTreeAdapterTypes } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

/** All elements of our pages, with their attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  meta: ['charset', 'http-equiv', 'content', 'name'],
  title: [],
  style: [],
  body: [],
  main: [],
  header: [],
  section: ['class'],
  h1: ['dir'],
  h2: [],
  p: ['class', 'dir'],
  ul: ['class', 'lang'],
  ol: [],
  li: ['id', 'class', 'dir'],
  a: ['class', 'href', 'title', 'rel', 'aria-label'],
  b: [],
  code: [],
  bdi: [],
  span: ['class', 'id', 'dir'],
  mark: [],
  div: [],
  details: ['class', 'open'],
  h3: ['dir'],
  summary: [],
  time: ['datetime'],
  script: ['type', 'id'],
};

/** What of an element is not ours: its name, or some of its attributes. */
export function findForeign({ tagName, attrs }: Element): readonly string[] {
  const known = Object.hasOwn(allowed, tagName) ? allowed[tagName] : undefined;
  if (!known) return [`<${tagName}>`];
  return attrs.filter(({ name }) => !known.includes(name)).map(({ name }) => `<${tagName} ${name}>`);
}
