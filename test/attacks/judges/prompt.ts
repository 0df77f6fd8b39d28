import type { EvidenceMessage } from '../../../src/core/conversation/evidence.ts';

const name = '[a-z]+';
const value = '"[^"<>\\n]*"';
const tag = new RegExp(`<(${name})((?: ${name}=${value})*)(/?)>`, 'y');
const text = /[^<>]*/y;
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
  m: new Set(['n', 't', 'by', 'bot', 're', 'reactions']),
  day: new Set(['date']),
  in: new Set(['place']),
};

type Element = { readonly tag: string; readonly fields: ReadonlyMap<string, string>; readonly text: string };

/** What of a conversation block was not put there by us: read as strictly as markup can be. */
export function judgePrompt(block: string, messages: readonly EvidenceMessage[]): readonly string[] {
  const elements = readBlock(block);
  if (typeof elements === 'string') return [elements];
  const said = elements.filter(each => each.tag === 'm');
  return [
    ...(said.length === messages.length ? [] : [`${said.length} elements for ${messages.length} messages`]),
    ...said.flatMap((each, index) => judgeElement(each, messages[index], index + 1)),
    ...judgeElements(elements, block),
  ];
}

/** The same of a block that shows only some of the messages, each under its own number. */
export function judgeExcerpt(block: string, messages: readonly EvidenceMessage[]): readonly string[] {
  const elements = readBlock(block);
  if (typeof elements === 'string') return [elements];
  const said = elements.filter(each => each.tag === 'm');
  return [
    ...said.flatMap(each => {
      const position = Number(each.fields.get('n'));
      return judgeElement(each, messages[position - 1], position);
    }),
    ...judgeElements(elements, block),
  ];
}

const verdictClaim =
  /<claim n="(\d+)" cites="[\d ]*"(?: [a-z]+="[^"<>\n]*")+>[^<>]*(?:<before cites="[\d ]*">[^<>]*<\/before>)?<\/claim>/g;
const repairClaim = /<claim n="(\d+)">[^<>]*<\/claim>/g;

/** Whether a task asks about claims that are as many elements as they are numbered, with nothing live in them. */
export function judgeVerdictTask(task: string): readonly string[] {
  const brackets = (text: string) => text.match(/[<>]/g)?.length ?? 0;
  return [
    ...judgeClaims(task, verdictClaim),
    ...(brackets(task) === brackets(readClaims(task)) + 4 ? [] : ['live beside the claims']),
    ...(task.isWellFormed() ? [] : ['half a character']),
  ];
}

/** The same of an answer whose lines are to be cited. */
export function judgeCiteTask(task: string): readonly string[] {
  const written = /<text>\n([\s\S]*)\n<\/text>/.exec(task)?.[1] ?? '';
  const rest = written.replace(/^<(line|heading)(?: n="\d+")?>[^<>\n]*<\/\1>$/gm, '').trim();
  return [
    ...(written === '' ? ['no lines'] : []),
    ...(rest === '' ? [] : [`between lines: ${rest.slice(0, 60)}`]),
    ...(task.split('</text>').length === 2 ? [] : ['the text ends twice']),
    ...(task.isWellFormed() ? [] : ['half a character']),
  ];
}

/** The same of claims that are to be written again. */
export function judgeRepairTask(task: string): readonly string[] {
  const isOne = task.split('<claims>').length === 2 && task.split('</claims>').length === 2;
  return [...judgeClaims(task, repairClaim), ...(isOne ? [] : ['claims twice'])];
}

function readClaims(task: string): string {
  return /<claims>\n([\s\S]*)\n<\/claims>/.exec(task)?.[1] ?? '';
}

function judgeClaims(task: string, element: RegExp): readonly string[] {
  const claims = readClaims(task);
  const rest = claims.replace(element, '').trim();
  const numbers = [...claims.matchAll(element)].map(([, digits]) => Number(digits));
  const isNumbered = numbers.length > 0 && numbers.every((number, index) => number === index + 1);
  return [
    ...(rest === '' ? [] : [`between claims: ${rest.slice(0, 60)}`]),
    ...(isNumbered ? [] : [`claims ${numbers}`]),
  ];
}

function judgeElements(elements: readonly Element[], block: string): readonly string[] {
  return [
    ...elements.flatMap(each =>
      [...each.fields.keys()].filter(key => !allowed[each.tag]?.has(key)).map(key => `<${each.tag} ${key}>`),
    ),
    ...elements.filter(each => !Object.hasOwn(allowed, each.tag)).map(each => `<${each.tag}>`),
    ...(block.isWellFormed() ? [] : ['half a character']),
  ];
}

function judgeElement(
  element: Element,
  message: EvidenceMessage | undefined,
  position: number,
): readonly string[] {
  const by = element.fields.get('by') ?? '';
  return [
    ...(element.fields.get('n') === String(position)
      ? []
      : [`message ${position} says it is ${element.fields.get('n')}`]),
    ...(element.text === message?.text ? [] : [`message ${position} says something else`]),
    ...(by !== '' && by.length <= 160 ? [] : [`message ${position} is by “${by.slice(0, 40)}”`]),
  ];
}

/** The elements of a block, or why it is none. */
function readBlock(block: string): readonly Element[] | string {
  const [, inner] = /^<conversation>\n([\s\S]*)\n<\/conversation>$/.exec(block) ?? [];
  if (inner === undefined) return 'the block does not begin or end as it should';
  const elements: Element[] = [];
  let at = 0;
  while (at < inner.length) {
    tag.lastIndex = at;
    const [whole, tagName = '', attributes = '', empty] = tag.exec(inner) ?? [];
    if (whole === undefined) return `no element at: ${inner.slice(at, at + 60)}`;
    at += whole.length;
    const fields = new Map(
      [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', quoted = '']) => [
        key,
        decode(quoted),
      ]),
    );
    let content = '';
    if (empty === '') {
      text.lastIndex = at;
      [content = ''] = text.exec(inner) ?? [];
      at += content.length;
      const end = `</${tagName}>`;
      if (!inner.startsWith(end, at)) return `an element is not closed at: ${inner.slice(at, at + 60)}`;
      at += end.length;
    }
    if (/&(?!(?:amp|lt|gt|quot);)/.test(attributes + content))
      return `a bare ampersand in ${content.slice(0, 60)}`;
    elements.push({ tag: tagName, fields, text: decode(content) });
    if (at < inner.length && inner[at] !== '\n')
      return `something between elements: ${inner.slice(at, at + 60)}`;
    at += 1;
  }
  return elements;
}

function decode(escaped: string): string {
  return escaped.replace(/&(amp|lt|gt|quot);/g, (_, entity: string) =>
    entity === 'amp' ? '&' : entity === 'lt' ? '<' : entity === 'gt' ? '>' : '"',
  );
}
