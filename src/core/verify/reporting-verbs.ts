/** English verbs that put words in somebody's mouth and are inflected by rule. */
const regular =
  'ask suggest propose agree disagree confirm object promise offer report explain note mention want approve disapprove recommend request believe reply answer add claim warn announce volunteer reject plan wonder share post accept prefer provide raise clarify state argue describe insist remind refuse decline deny doubt hope expect quote introduce suspect discover emphasize emphasise stress express conclude comment remark complain advise estimate demand inform acknowledge assure inquire respond criticize decide guess assume intend urge apologize vow declare stipulate predict invite thank';
/** Base, third person, past, participle, progressive. */
const irregular = [
  'say says said said saying',
  'think thinks thought thought thinking',
  'tell tells told told telling',
  'write writes wrote written writing',
  'give gives gave given giving',
  'find finds found found finding',
  'point points pointed pointed pointing',
  'commit commits committed committed committing',
  'admit admits admitted admitted admitting',
];

const forms = [...regular.split(' ').map(inflect), ...irregular.map(line => line.split(' '))];
const between = '(?:\\p{L}+ly |already |also |just |still |now |then |all |both )?';
const column = (at: number) => forms.map(each => each[at]).join('|');

/** Behind the name of whoever says, asks or promises, by language; sources of patterns over lower-case prose. */
export const reportingVerbs: readonly string[] = [
  `${column(1)}|${column(2)}|(?:has|have|had) ${between}(?:${column(3)})|(?:is|are|was|were|keeps|kept) ${between}(?:${column(4)})|will|would|(?:is|are) going to`,
  'sagte?|meinte?|fragte?|schlug|schlägt|stimmte?|bestätigte?|versprach|verspricht|will|wird|möchte|erklärte?|antwortete?|bietet|bot|lehnte?|warnte?|schrieb|berichtete?|findet|fand|glaubt|glaubte|denkt|dachte|bittet|bat',
  "dit|a dit|demande|a demandé|propose|a proposé|confirme|a confirmé|promet|a promis|veut|explique|a expliqué|répond|a répondu|accepte|a accepté|refuse|a refusé|va|approuve|a approuvé|s'engage",
  'dijo|dice|preguntó|pregunta|propuso|propone|confirmó|confirma|prometió|quiere|explicó|explica|respondió|responde|aceptó|acepta|rechazó|va a|aprobó|aprueba|ofreció|cree|creía|piensa|sugirió|sugiere|disse|diz|perguntou|propôs|propõe|confirmou|prometeu|quer|respondeu|aceitou|vai|ha detto|ha chiesto|ha proposto|ha confermato|vuole|ha risposto|ha accettato',
];

/** What several people do: "Ann and Bob say". */
export const reportingTogether = column(0);

/** The verb that says it, without what only tells when: "has already agreed" is "agreed". */
export function toBareVerb(words: string): string {
  return words.replace(/^(?:has|have|had|is|are|was|were|keeps|kept) (?!going to)(?:.* )?/u, '');
}

function inflect(verb: string): readonly string[] {
  const stem = verb.replace(/e$/, '');
  const isSoft = /[^aeiou]y$/.test(verb);
  const third = isSoft ? `${verb.slice(0, -1)}ies` : `${verb}${/(?:s|sh|ch)$/.test(verb) ? 'es' : 's'}`;
  const past = isSoft ? `${verb.slice(0, -1)}ied` : verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
  return [verb, third, past, past, `${/ee$/.test(verb) ? verb : stem}ing`];
}
