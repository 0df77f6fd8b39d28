import { maskSpoilers, toSpoilerPieces } from '../../core/conversation/spoilers.ts';
import { cutPoint } from '../cut.ts';
import { toContentParts } from '../literal.ts';
import type { LinePiece } from '../view/item.ts';
import { toLink, toMarker, toShownLine, withoutPings } from '../view/shown.ts';

/** Where content is shown. In an embed's title, `#` starts no heading, so it is not escaped. */
type DiscordSpot = 'text' | 'title';

/** Discord extends a link from our marker to the last `](` that follows, escaped or not, which would change its target. */
const linkEnd = ']\u200b(';

/** Escapes one line of content so that no markup works. Addresses become code. Spoilers stay; in a title they are masked. */
export function escapeDiscord(content: string, spot: DiscordSpot = 'text'): string {
  const shown = withoutPings(toShownLine(content)).replaceAll('](', linkEnd);
  const line = spot === 'title' ? maskSpoilers(shown) : shown;
  return toSpoilerPieces(line)
    .map(({ text, isSpoiler }) => {
      if (!isSpoiler) return escapeWords(text, spot);
      const hidden = escapeWords(text.trim(), spot);
      return hidden === '' ? '' : `||${hidden}||`;
    })
    .join('');
}

function escapeWords(line: string, spot: DiscordSpot): string {
  const toWords = (text: string) => text.split(' ').map(word => escapeWord(word, spot));
  return toContentParts(line)
    .map(({ text, as }) => (as === 'text' ? toWords(text).join(' ') : `\`${text}\``))
    .join('');
}

const longestAddress = 32;

function toShortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const bare = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  return (bare.length <= longestAddress ? bare : new URL(url).host) || url;
}

/** Text with short forms of its addresses, which Discord does not link. */
export function shortenAddresses(text: string): string {
  const toShort = (own: string, as: string) => (as === 'address' ? toShortAddress(own) : `\`${own}\``);
  return toContentParts(text)
    .map(({ text: own, as }) => (as === 'text' ? own : toShort(own, as)))
    .join('');
}

/** The start of a heading, list or rule only works as a separate word. */
function escapeWord(word: string, spot: DiscordSpot): string {
  return word
    .replace(/[\\*_~|`>[\]<]/g, '\\$&')
    .replace(spot === 'title' ? /^[-+=]+$/ : /^(?:-?#|[-+=]+$)/, '\\$&')
    .replace(/^(\d+)([.)])$/, '$1\\$2');
}

/** A time that Discord shows in each reader's own zone and language; the styles are Discord's. */
export function toTimestamp(iso: string, style: 't' | 'f' | 'F' | 'D' | 'R' = 'f'): string {
  const seconds = Math.floor(Date.parse(iso) / 1000);
  return Number.isFinite(seconds) ? `<t:${seconds}:${style}>` : escapeDiscord(iso);
}

/** The longest piece of a text before escaping, which at most doubles it. */
const maxPieceLength = 400;
/** With three markers of the longest addresses, it fits half a page. */
const maxLineLength = 1000;
/** The longest name in bold that is not split. */
const maxStrongLength = 160;

/** A claim as lines: one, unless it is very long. No line begins with a marker. */
export function toLines(pieces: readonly LinePiece[]): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [index, piece] of pieces.entries()) {
    const isMarker = piece.as === 'marker';
    const gap = isMarker && pieces[index - 1]?.as !== 'marker' ? '\u00a0' : ' ';
    for (const text of toParts(piece)) {
      if (line === '') line = text;
      else if (isMarker || line.length + text.length < maxLineLength) line += gap + text;
      else {
        lines.push(`${line} …`);
        line = `… ${text}`;
      }
    }
  }
  return [...lines, line];
}

export function toReplyLines(replies: readonly string[]): readonly string[] {
  return replies.map(reply => `> ${escapeDiscord(reply)}`);
}

function toParts(piece: LinePiece): readonly string[] {
  if (piece.as === 'marker') return [toMarker(piece.marker.number, piece.marker.url)];
  if (piece.as === 'label') return [`${toStrong(piece.text)} ·`];
  if (piece.as === 'strong') return [toStrong(piece.text)];
  if (piece.as === 'note') return [toStrong(`(${piece.text})`, '*')];
  if (piece.as === 'more' || piece.as === 'out') return [toLink(escapeDiscord(piece.text), piece.url)];
  return toSpoilerPieces(toShownLine(piece.text))
    .flatMap(({ text, isSpoiler }) =>
      toChunks(shortenAddresses(text.trim())).map(chunk => {
        const escaped = escapeDiscord(chunk);
        return isSpoiler && escaped !== '' ? `||${escaped}||` : escaped;
      }),
    )
    .filter(text => text !== '');
}

function toChunks(text: string): readonly string[] {
  if (text.length <= maxPieceLength) return [text];
  const space = text.lastIndexOf(' ', maxPieceLength);
  const end = space > 0 ? space : cutPoint(text, maxPieceLength);
  return [text.slice(0, end), ...toChunks(text.slice(end).trimStart())];
}

/** A name, a label or a note between marks, unless it is long. */
export function toStrong(text: string, marks = '**'): string {
  const escaped = escapeDiscord(text);
  // Discord ends bold at the next marks, also within code, and what follows would be live.
  const isEnded = [...escaped.matchAll(/(?<!\\)`[^`]*`/g)].some(([code]) => code.includes(marks));
  return text.length > maxStrongLength || escaped === '' || isEnded ? escaped : marks + escaped + marks;
}

/** Escaped content of at most `max` UTF-16 units, with an ellipsis if some was cut off. */
export function truncateEscaped(content: string, max: number, spot: DiscordSpot = 'text'): string {
  const line = toShownLine(content);
  for (let room = max; room > 0; room = Math.floor(room * 0.8)) {
    const end = cutPoint(line, room);
    const shown = end < line.length ? `${line.slice(0, end).trimEnd()}…` : line;
    const escaped = escapeDiscord(shown, spot);
    if (escaped.length <= max) return escaped;
  }
  return '…';
}
