import type { CatchupWords } from './words.ts';

const number = new Intl.NumberFormat('fr');
const count = (value: number, one: string, other: string) =>
  `${number.format(value)} ${value < 2 ? one : other}`;

export const fr: CatchupWords = {
  command: {
    description: 'Voir ce que vous avez manqué ; vous seul voyez la réponse',
    where: 'Résumer ce salon, ou lister tous les salons avec du nouveau (par défaut : ici)',
    wheres: { here: 'ici', everywhere: 'partout' },
    since: 'À partir de quand (par défaut : votre dernier message dans chaque salon)',
  },
  sinceChoices: {
    ownLast: 'mon dernier message',
    day: '24 heures',
    yesterday: 'hier',
    week: 'cette semaine',
  },

  nothingNewHere: place => `Rien de nouveau dans ${place} depuis votre dernier message.`,
  noOwnMessage: looked =>
    looked < 2
      ? 'Le message le plus récent ici n’est pas de vous. Choisissez un début avec `since:`, par exemple `24 heures`.'
      : `Aucun des ${number.format(looked)} messages les plus récents ici n’est de vous. Choisissez un début avec \`since:\`, par exemple \`24 heures\`.`,

  looking: channels => `Parcours de ${count(channels, 'salon', 'salons')}…`,
  alreadyLooking: 'Votre dernier `/catchup` est encore en cours. Attendez qu’il soit terminé.',
  title: (channels, since) =>
    `${count(channels, 'salon', 'salons')} avec de nouveaux messages ${since === null ? 'depuis votre dernier message' : `depuis ${since}`}`,
  nothingNew: since =>
    since === null
      ? 'Rien de nouveau depuis vos derniers messages dans les salons parcourus.'
      : `Aucun nouveau message depuis ${since} dans les salons parcourus.`,
  onlyTimes:
    'Avec `where: partout`, `since:` attend une durée ou une date, comme `24 heures` ou `hier`. Pour un lien, utilisez `/summarize`.',
  questions: value =>
    count(value, 'question en attente de votre réponse', 'questions en attente de votre réponse'),
  replies: value => count(value, 'réponse à vos messages', 'réponses à vos messages'),
  mentions: value => count(value, 'mention', 'mentions'),
  messages: (messages, people, hasMore) =>
    `${hasMore ? 'plus de ' : ''}${count(messages, 'message', 'messages')} de ${count(people, 'personne', 'personnes')}`,
  select: 'Résumer un salon…',

  notLooked: (channels, some) =>
    `Non parcourus cette fois : ${some.join(', ')}${channels > some.length ? ` et ${count(channels - some.length, 'autre', 'autres')}` : ''}.`,
  botBlind: channels => `${count(channels, 'salon ignoré', 'salons ignorés')} : je ne peux pas y lire.`,
  ageRestricted: channels =>
    `${count(channels, 'salon avec limite d’âge ignoré', 'salons avec limite d’âge ignorés')} : utilisez \`/catchup\` dans un salon avec limite d’âge pour les voir.`,
  noSearch:
    'La recherche de Discord n’est pas disponible ; j’ai cherché votre dernier message parmi les 100 plus récents de chaque salon.',
  never: days =>
    `Les fils archivés, les fils privés plus anciens, les bots et ce qui date de plus de ${count(days, 'jour', 'jours')} ne sont pas parcourus.`,
};
