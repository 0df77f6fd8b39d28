import type { PrivacyWords } from './words.ts';

const number = new Intl.NumberFormat('fr');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n < 2 ? one : many}`;

export const fr: PrivacyWords = {
  commands: {
    description: 'Voir ou supprimer ce que Footnote conserve sur vous, ou refuser la lecture',
    show: 'Voir ce que Footnote conserve sur vous',
    delete: 'Supprimer ce que Footnote conserve sur vous',
    optOut: 'Vos messages ne sont plus lus ni cités, sur aucun serveur',
    optIn: 'Autoriser de nouveau la lecture et la citation de vos messages',
    access: 'Choisir les salons que Footnote peut lire et les rôles autorisés',
    erase: 'Supprimer tout ce que Footnote conserve sur ce serveur',
  },
  denied: place => ({
    channel_excluded: `Les responsables de ce serveur ont exclu ${place} des résumés.`,
    role_needed:
      'Seuls certains rôles peuvent utiliser Footnote sur ce serveur. Demandez l’accès à ses responsables.',
  }),
  allOptedOut: n =>
    n === 1
      ? 'Le seul message de cette période vient d’une personne qui a refusé la lecture par Footnote.'
      : `Les ${number.format(n)} messages lisibles de cette période viennent de personnes qui ont refusé la lecture par Footnote.`,
  authorOptedOut:
    'L’auteur de ce message a refusé la lecture par Footnote ; le message ne peut donc pas être vérifié.',

  title: 'Ce que Footnote conserve sur vous',
  readable:
    '**Vos messages** peuvent être lus lorsque quelqu’un demande un résumé. `/privacy opt-out` l’empêche.',
  notReadable:
    '**Vous avez refusé la lecture** : vos messages ne sont ni lus ni cités, sur aucun serveur. `/privacy opt-in` l’autorise de nouveau.',
  zone: zone => `**Fuseau horaire** : ${zone ?? 'non défini'}`,
  summaries: n => `**Résumés que vous avez demandés** : ${number.format(n)}`,
  feedback: n => `**Avis que vous avez donnés** : ${number.format(n)}`,
  digests: n => `**Digests que vous avez créés** : ${number.format(n)}`,
  elsewhere:
    'Les résumés demandés par d’autres conservent les messages qu’ils citent et les noms des personnes qui les ont relus, jusqu’à leur expiration. Refuser la lecture en retire vos messages, tout comme supprimer un message dans Discord. Le nombre de résumés demandés aujourd’hui est conservé deux jours.',

  askDelete:
    'Cela supprime votre fuseau horaire, vos avis, les digests que vous avez créés avec leurs publications et les résumés que vous avez demandés, y compris ceux que vous avez partagés. C’est définitif. Si vous avez refusé la lecture, ce refus reste en vigueur.',
  delete: 'Supprimer mes données',
  deleted: ({ summaries, feedback, digests }) =>
    `Supprimé : votre fuseau horaire, ${count(summaries, 'résumé', 'résumés')}, ${count(feedback, 'avis', 'avis')} et ${count(digests, 'digest', 'digests')}.`,
  nothingKept: 'C’est déjà fait : rien n’est conservé sur vous.',

  optedOut:
    'Votre refus vaut pour tous les serveurs. Vos messages ne sont plus lus ni cités et sont retirés des résumés conservés. Ce que d’autres ont écrit sur vous, ou copié de vous, leur appartient et reste.',
  optedOutAlready: 'Vous avez déjà refusé la lecture.',
  optedIn:
    'Votre refus est levé. Vos messages peuvent de nouveau être lus lorsque quelqu’un demande un résumé.',
  optedInAlready: 'Vous n’avez pas refusé la lecture : vos messages peuvent être lus.',

  access: {
    title: 'Ce que Footnote peut lire, et pour qui',
    channels: 'Salons',
    roles: 'Rôles',
    rules: {
      all: 'Lire tous les salons',
      never: 'Ne jamais lire ceux-ci',
      only: 'Ne lire que ceux-ci',
    },
    all: 'Tous les salons peuvent être résumés.',
    never: channels => `Jamais résumés : ${channels}`,
    only: channels => `Seuls ceux-ci peuvent être résumés : ${channels}`,
    noneOnly: 'Aucun salon ne peut être résumé. Choisissez des salons ci-dessous.',
    noneNever: 'Tous les salons peuvent être résumés. Choisissez ci-dessous les exceptions.',
    everybody: 'Tout le monde peut utiliser Footnote.',
    members: roles =>
      `Peuvent utiliser Footnote les membres ayant **Gérer le serveur** et, seuls parmi les autres : ${roles}`,
    deletedChannel: 'un salon supprimé',
    deletedRole: 'un rôle supprimé',
    hidden: n => count(n, 'salon que vous ne voyez pas', 'salons que vous ne voyez pas'),
    chooseChannels: 'Salons ou catégories ; les fils suivent leur salon',
    chooseRoles: 'Rôles autorisés ; aucun : tout le monde',
    saved: 'Enregistré.',
  },
  erase: {
    ask: 'Cela supprime tous les résumés et digests, les avis, les réglages et les listes de salons et de rôles de ce serveur. C’est définitif. Les salons exclus pourront de nouveau être résumés ; les messages publiés dans Discord restent.',
    button: 'Tout supprimer',
    done: n =>
      `Supprimé : ${count(n, 'résumé', 'résumés')}, et tous les digests, avis et réglages de ce serveur.`,
    already: 'C’est déjà fait : rien n’est conservé sur ce serveur.',
  },
};
