/** Letters and digits with inner marks ("don't", "v2.1", "t-deck"). Han, kana and Thai have no spaces and are cut into pairs. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['._-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const unspacedRun = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー\uff70\uff9e\uff9f]+/gu;
const says = /[\p{L}\p{N}\p{sc=Thai}]/u;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** The lower-case words of a text, with straight apostrophes; for scripts without spaces, overlapping pairs of characters. */
export function tokenize(text: string): string[] {
  const words: string[] = text.normalize('NFC').toLowerCase().replaceAll('’', "'").match(word) ?? [];
  if (!unspaced.test(text)) return words;
  return words.flatMap(each => (unspaced.test(each) ? splitUnspaced(each) : [each]));
}

function splitUnspaced(run: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const match of run.matchAll(unspacedRun)) {
    pieces.push(run.slice(end, match.index));
    const characters = [...match[0]];
    if (characters.length === 1) pieces.push(match[0]);
    for (let i = 1; i < characters.length; i++) pieces.push(`${characters[i - 1]}${characters[i]}`);
    end = match.index + match[0].length;
  }
  pieces.push(run.slice(end));
  return pieces.filter(piece => says.test(piece));
}
