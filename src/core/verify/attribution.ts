import { toStopWords } from '../select/stop-words.ts';

/** Verbs that put words or deeds in somebody's mouth, by language; matched against lower-case prose. */
const verbs = [
  'sa(?:id|ys)|ask(?:ed|s)|suggest(?:ed|s)|propos(?:ed|es)|(?:dis)?agree[ds]|confirm(?:ed|s)|object(?:ed|s)|promis(?:ed|es)|offer(?:ed|s)|report(?:ed|s)|explain(?:ed|s)|not(?:ed|es)|mention(?:ed|s)|want(?:ed|s)|will|would|decid(?:ed|es)|approv(?:ed|es)|recommend(?:ed|s)|request(?:ed|s)|th(?:inks|ought)|believe[ds]|repl(?:ied|ies)|answer(?:ed|s)|add(?:ed|s)|claim(?:ed|s)|warn(?:ed|s)|announc(?:ed|es)|volunteer(?:ed|s)|reject(?:ed|s)|plan(?:ned|s)|point(?:ed|s) out|wonder(?:ed|s)|told|tells|wrote|writes|shared|shares|posted|posts|commits|committed|accepted|accepts|prefer(?:red|s)|gave|gives|provide[ds]|raise[ds]|clarif(?:ied|ies)|state[ds]|argue[ds]|describe[ds]|insist(?:ed|s)|remind(?:ed|s)|refuse[ds]|decline[ds]|den(?:ied|ies)|doubt(?:ed|s)|hope[ds]|expect(?:ed|s)|quote[ds]|introduc(?:ed|es)|suspect(?:ed|s)|found|finds|discover(?:ed|s)|emphasi[sz](?:ed|es)|stress(?:ed|es)|express(?:ed|es)|conclude[ds]|disapprove[ds]|comment(?:ed|s)|remark(?:ed|s)|complain(?:ed|s)|advis(?:ed|es)|estimate[ds]|demand(?:ed|s)|inform(?:ed|s)|admit(?:ted|s)|acknowledge[ds]|assur(?:ed|es)|inquire[ds]|respond(?:ed|s)|criticized|is going to|has agreed|has promised',
  'sagte?|meinte?|fragte?|schlug|schlägt|stimmte?|bestätigte?|versprach|verspricht|will|wird|möchte|erklärte?|antwortete?|bietet|bot|lehnte?|warnte?|schrieb|berichtete?|findet|fand|glaubt|glaubte|denkt|dachte|bittet|bat',
  "dit|a dit|demande|a demandé|propose|a proposé|confirme|a confirmé|promet|a promis|veut|explique|a expliqué|répond|a répondu|accepte|a accepté|refuse|a refusé|va|approuve|a approuvé|s'engage",
  'dijo|dice|preguntó|pregunta|propuso|propone|confirmó|confirma|prometió|quiere|explicó|explica|respondió|responde|aceptó|acepta|rechazó|va a|aprobó|aprueba|ofreció|cree|creía|piensa|sugirió|sugiere|disse|diz|perguntou|propôs|propõe|confirmou|prometeu|quer|respondeu|aceitou|vai|ha detto|ha chiesto|ha proposto|ha confermato|vuole|ha risposto|ha accettato',
];

const attribution = new RegExp(
  `(?<=[\\p{L}\\p{N}_.)|\\]-]\\s{1,2})(?:${verbs.join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
const adverb =
  /\s+(?:also|then|later|both|all|initially|first|again|further|finally|therefore|thus|personally|simply|even|just|auch|dann|también|aussi)$/u;
const joint = /(?:\s*,\s*(?:and\s+)?|\s+(?:and|&|und|et|y|e)\s+)$/u;
const longestNameWords = 5;

/** Somebody whom a text credits, in lower case, and what they are credited with: up to the next person's words. */
export type Credit = { readonly name: string; readonly verb: string; readonly words: string };

/** Whom a text credits with saying, asking, promising; `known` tells a name, in lower case, from other words. */
export function toCredits(prose: string, known: (name: string) => boolean): readonly Credit[] {
  const text = prose.toLowerCase();
  const found: {
    readonly names: string[];
    readonly verb: string;
    readonly from: number;
    readonly to: number;
  }[] = [];
  for (const match of text.matchAll(attribution)) {
    let left = text
      .slice(Math.max(0, match.index - 200), match.index)
      .trimEnd()
      .replace(adverb, '');
    const names: string[] = [];
    for (let name = trailingName(left, known); name !== null; name = trailingName(left, known)) {
      names.push(name);
      left = left.slice(0, left.length - name.length).replace(/@$/, '');
      const before = left.replace(joint, '').trimEnd();
      if (before === left) break;
      left = before;
    }
    if (names.length === 0) continue;
    const from = match.index + match[0].length;
    found.push({ names, verb: match[0], from, to: Math.max(0, match.index - 200) + left.length });
  }
  return found.flatMap(({ names, verb, from }, at) =>
    names.map(name => ({ name, verb, words: prose.slice(from, found[at + 1]?.to ?? prose.length) })),
  );
}

/** The names alone, each once. */
export function toCreditedNames(prose: string, known: (name: string) => boolean): readonly string[] {
  return [...new Set(toCredits(prose, known).map(({ name }) => name))];
}

function trailingName(text: string, known: (name: string) => boolean): string | null {
  const starts = [...text.matchAll(/(?<=^|[\s(@,“"])\S/gu)]
    .map(match => match.index)
    .slice(-longestNameWords);
  for (const start of starts) {
    const name = text.slice(start).replace(/^@/, '');
    if (known(name)) return name;
  }
  return null;
}

const collective = new Set(
  'they he she it we you i who someone somebody everyone everybody anyone nobody both all team group users members people participants others several some many maintainers admins moderators developers devs er sie es wir alle ils elles on nous ellos nosotros todos eles loro tutti'.split(
    ' ',
  ),
);
/** "As agreed", "It proposed": little words that open a sentence. */
const little = toStopWords(['en']);
const spoken =
  /(?:^|[.!?]\s+)@?(\p{Lu}[\p{L}\p{N}_-]+)\s+(?:also\s+)?(?:said|asked|agreed|disagreed|promised|offered|volunteered|suggested|proposed|objected)(?![\p{L}\p{N}])/gu;

/** Capitalised words that open a sentence as its speaker: names, if nobody of that name wrote, out of thin air. */
export function toUnknownSpeakers(prose: string, known: (name: string) => boolean): readonly string[] {
  return [...prose.matchAll(spoken)]
    .flatMap(match => match[1] ?? [])
    .filter(name => !collective.has(name.toLowerCase()) && !little.has(name.toLowerCase()))
    .filter(name => !known(name.toLowerCase()));
}

/** Whether a speaker field names a group rather than a person. */
export function isCollective(name: string): boolean {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some(word => collective.has(word));
}
