/** Pairs of word families of which one side denies the other, by language; a side lists its words. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  en: [
    'increase increases increased increasing rise rises rose risen rising grew grow grows growing raise raised raises / decrease decreases decreased decreasing fall falls fell fallen falling drop drops dropped dropping shrink shrank reduce reduces reduced lowered declined decline',
    'more / less fewer',
    'most / least',
    'higher / lower',
    'above / below under beneath',
    'high / low',
    'before / after',
    'cheap cheaper cheapest inexpensive / expensive costly pricey dear',
    'old older / new newer',
    'best / worst',
    'better / worse',
    'good great excellent / bad poor terrible awful mediocre',
    'agree agreed agrees agreeing / disagree disagreed disagrees disagreeing',
    'accept accepted accepts accepting approve approved approves / reject rejected rejects rejecting refuse refused refuses decline declined',
    'easy easier easiest easily / difficult hard harder hardest complicated',
    'large larger largest big bigger biggest huge / small smaller smallest little tiny',
    'long longer / short shorter',
    'improve improved improves improving improvement / worsen worsened worsens worsening deteriorate deteriorated',
    'always / never',
    'include included includes including inclusion / exclude excluded excludes excluding exclusion omit omitted',
    'support supported supports supporting favor favour favoured favored / oppose opposed opposes opposing',
    'possible / impossible',
    'necessary needed / unnecessary needless',
    'useful helpful / useless unhelpful',
    'positive / negative',
    'like liked likes love loved loves enjoy enjoyed / dislike disliked dislikes hate hated hates',
    'above / below',
    'everyone everybody / nobody none',
    'up / down',
    'slow slower slowest slowly / fast faster fastest quick quicker quickly',
    'open opened opens opening / close closed closes closing shut',
    'early earlier / late later',
    'win won wins winning / lose lost loses losing',
    'success successful successfully succeed succeeded / failure unsuccessful fail failed fails',
    'remember remembered remembers / forget forgot forgets forgotten',
    'interested / uninterested',
    'important / unimportant',
    'sure certain confident / unsure uncertain doubtful',
    'happy glad pleased satisfied / unhappy sad upset dissatisfied',
    'clear clearly / unclear',
    'likely / unlikely',
    'strong stronger / weak weaker',
    'public / private',
    'allow allowed allows permit permitted / forbid forbidden forbade prohibit prohibited ban banned',
    'enable enabled enables / disable disabled disables',
    'safe safer / dangerous unsafe',
    'friend friends / stranger strangers enemy enemies',
    'true correct / false wrong incorrect',
    'internal / external',
    'minimum minimal / maximum maximal',
    'together / apart separately alone',
    'hot warm / cold cool',
    'appropriate suitable / inappropriate unsuitable',
    'optimistic / pessimistic',
    'advantage advantages benefit benefits / disadvantage disadvantages drawback drawbacks',
    'arrive arrived arrives arrival / leave left leaves departure departed',
  ],
  de: [
    'teuer teurer / billig billiger günstig günstiger',
    'steigt steigen stieg gestiegen erhöht / sinkt sinken sank gesunken fällt gefallen gesenkt',
    'neu neue neuen neuer neues / alt alte alten alter altes',
    'mehr / weniger',
    'gut besser / schlecht schlechter',
    'vor / nach',
    'immer / nie niemals',
    'groß größer / klein kleiner',
    'schnell schneller / langsam langsamer',
    'alle / keiner niemand',
  ],
  es: [
    'nuevo nueva nuevos nuevas / viejo vieja viejos viejas',
    'antes / después',
    'más / menos',
    'mejor bueno buena / peor malo mala',
    'siempre / nunca jamás',
    'caro cara / barato barata',
    'abre abrir abierto / cierra cerrar cerrado',
    'sube subió aumentó aumenta / baja bajó disminuyó',
  ],
};

/** Pairs that exclude each other only beside the very same word: both sides are often true of one matter. */
const looserPairs: Readonly<Record<string, readonly string[]>> = {
  en: [
    'first / last second final',
    'add adds added adding / remove removes removed removing',
    'all every each / no none',
    'many much / few little',
    'start starts started starting begin begins began / stop stops stopped stopping end ends ended',
    'left / right',
    'top upper / bottom lower',
    'inside / outside',
    'buy buys bought buying / sell sells sold selling',
    'true / false',
    'same / different',
    'next / previous last',
    'light lighter / heavy heavier dark darker',
    'simple simpler / complex complicated',
  ],
  de: ['erste ersten erster erstes / letzte letzten letzter letztes', 'alle / keine'],
  es: ['primer primera primero / último última', 'todos todas / ningún ninguna'],
};

type Opposites = ReadonlyMap<string, ReadonlySet<string>>;
const kept = new Map<string, Opposites>();
const keptLooser = new Map<string, Opposites>();

/** The words that deny a word, in the languages given and English. */
export function toOpposites(languages: readonly string[]): Opposites {
  return gather(pairs, languages, kept);
}

/** The words that deny a word where the same word stands beside both. */
export function toLooserOpposites(languages: readonly string[]): Opposites {
  return gather(looserPairs, languages, keptLooser);
}

function gather(
  lists: Readonly<Record<string, readonly string[]>>,
  languages: readonly string[],
  made: Map<string, Opposites>,
): Opposites {
  const tags = [...new Set(['en', ...languages.map(tag => tag.split('-')[0] ?? tag)])].sort();
  const key = tags.join(' ');
  const known = made.get(key);
  if (known) return known;
  const opposites = new Map<string, Set<string>>();
  for (const pair of tags.flatMap(tag => lists[tag] ?? [])) {
    const [a = [], b = []] = pair.split(' / ').map(side => side.split(' '));
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const word of own) {
        const list = opposites.get(word) ?? new Set();
        for (const each of other) list.add(each);
        opposites.set(word, list);
      }
    }
  }
  made.set(key, opposites);
  return opposites;
}
