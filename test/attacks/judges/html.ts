import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { viewerScript } from '../../../src/render/viewer/viewer-script.ts';
import { type Element, findForeign } from '../../render/formats/page-elements.ts';
import type { Known } from './known.ts';
import { findDisorder, findMarkers, findUnseen } from './sight.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** What of a page is not ours, as a parser of the standard reads it. */
export function judgeHtml(page: string, known: Known, references: boolean): readonly string[] {
  const broken: string[] = [];
  const root = parse(page, { sourceCodeLocationInfo: true, onParseError: ({ code }) => broken.push(code) });
  const elements = toElements(root.childNodes);
  const of = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const claims = of('ul').filter(list => attributeOf(list, 'class').startsWith('claims'));
  const items = claims.flatMap(list => list.childNodes.filter(isElement));
  const notes = of('li').filter(item => /^n\d+$/.test(attributeOf(item, 'id')));
  const expected = references ? known.urls.length : 0;
  return [
    ...broken.map(code => `broken: ${code}`),
    ...elements.flatMap(findForeign),
    ...judgeCounts({ title: of('title').length, h1: of('h1').length, style: of('style').length }),
    ...judgeScripts(of('script'), references),
    ...(items.length === known.claims ? [] : [`${items.length} claims for ${known.claims}`]),
    ...(notes.length === expected ? [] : [`${notes.length} notes for ${expected}`]),
    ...of('a').flatMap(link => judgeLink(link, elements, known)),
    ...notes.flatMap(note => judgeNote(note, known)),
    ...findDisorder(toNumbers(claims), expected),
    ...items.flatMap(item => findMarkers(toText(item, ' '))).map(inner => `looks like a marker: ${inner}`),
    ...of('h1')
      .flatMap(each => findMarkers(toText(each)))
      .map(inner => `looks like a marker: ${inner}`),
    // What was said keeps its tabs.
    ...findUnseen(page.replaceAll('\t', ' ')),
  ];
}

function judgeCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).flatMap(([tag, count]) => (count === 1 ? [] : [`${count} of <${tag}>`]));
}

/** The data and our own script, and nothing else that runs. */
function judgeScripts(scripts: readonly Element[], references: boolean): readonly string[] {
  const [data, script, ...others] = scripts;
  if (!references) return scripts.length === 0 ? [] : ['a script without references'];
  const isData =
    attributeOf(data, 'type') === 'application/json' && attributeOf(data, 'id') === 'viewer-data';
  const isOurs = script?.attrs.length === 0 && toText(script) === viewerScript;
  return isData && isOurs && others.length === 0 ? [] : ['another script'];
}

function judgeLink(
  link: Element,
  elements: readonly Element[],
  { urls, more, unshown }: Known,
): readonly string[] {
  const href = attributeOf(link, 'href');
  if (!href.startsWith('#')) {
    return [...urls, ...more, ...unshown].includes(href) ? [] : [`a link of its own to ${href.slice(0, 80)}`];
  }
  const [target, ...others] = elements.filter(each => attributeOf(each, 'id') === href.slice(1));
  return target && others.length === 0 ? [] : [`a link to nowhere: ${href.slice(0, 40)}`];
}

/** A note opens its own message. */
function judgeNote(note: Element, { urls }: Known): readonly string[] {
  const number = Number(attributeOf(note, 'id').slice(1));
  const out = toElements([note]).filter(each => attributeOf(each, 'class') === 'out');
  return out.length === 1 && attributeOf(out[0], 'href') === urls[number - 1]
    ? []
    : [`note ${number} opens another`];
}

function toNumbers(lists: readonly Element[]): readonly number[] {
  return toElements(lists)
    .filter(each => each.tagName === 'a' && attributeOf(each, 'class') === 'n')
    .map(each => Number(/^#n(\d+)$/.exec(attributeOf(each, 'href'))?.[1] ?? 0));
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function toElements(nodes: readonly Node[]): readonly Element[] {
  return nodes.filter(isElement).flatMap(each => [each, ...toElements(each.childNodes)]);
}

function attributeOf(element: Element | undefined, name: string): string {
  return element?.attrs.find(each => each.name === name)?.value ?? '';
}

/** The words of an element; with `links`, that stands for every marker of ours. */
function toText(node: Node, links?: string): string {
  if ('value' in node) return node.value;
  if (!isElement(node)) return '';
  if (links !== undefined && node.tagName === 'a') return links;
  return node.childNodes.map(child => toText(child, links)).join('');
}
