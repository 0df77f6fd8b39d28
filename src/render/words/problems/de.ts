import type { ProblemSentences } from '../../../core/claims/problem.ts';

export const deProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'nicht lesbar',
      no_text: 'der Text fehlt',
      empty_text: 'der Text ist leer',
      long_text: 'der Text ist zu lang',
      only_markers: 'der Text besteht nur aus Fußnoten',
      long_before: 'was vorher galt, ist zu lang',
      bad_positions: 'die Stellen müssen eine Liste von Zahlen sein',
      many_positions: 'es sind zu viele Stellen angegeben',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'eine zu lange Angabe wurde entfernt',
      bracketed_number: 'eine Zahl in Klammern wurde aus dem Text entfernt',
      unknown_kind: 'die Art war unbekannt',
      unreadable_confidence: 'die Sicherheit war nicht lesbar',
      too_many_citations: 'es waren zu viele Belege',
      unreadable_position: 'eine Stelle war nicht lesbar',
    })[what],
  cited_twice: ({ position }) => `Nachricht ${position} ist zweimal angeführt`,
  said_already: 'steht schon da',
  no_message: ({ position }) => `es gibt keine Nachricht ${position}`,
  nothing_cited: 'es ist keine Nachricht angeführt',
  only_bots: 'angeführt ist nur ein Bot oder das System',
  message_deleted: 'eine angeführte Nachricht wurde gelöscht',
  not_in_message: ({ quote, position }) => `„${quote}“ steht nicht in Nachricht ${position}`,
  quoted_nowhere: ({ quote }) => `„${quote}“ steht in keiner angeführten Nachricht`,
  no_quote: 'aus keiner Nachricht wird etwas zitiert',
  empty_quote: 'die zitierten Worte allein sagen nichts',
  wrote_nothing: ({ name }) => `${name} hat keine der gelesenen Nachrichten geschrieben`,
  not_by: ({ name }) => `keine angeführte Nachricht ist von ${name}`,
  other_words: ({ name }) => `die Worte hinter dem Namen sind nicht von ${name}`,
  miscredited: ({ name }) => `was ${name} zugeschrieben wird, sagt jemand anderes`,
  not_said: ({ what }) => `${what} steht in keiner angeführten Nachricht`,
  no_such_due: ({ due }) => `keine angeführte Nachricht sagt „${due}“`,
  stranger: ({ name }) => `${name} hat mit den angeführten Nachrichten nichts zu tun`,
  off_topic: 'die angeführten Nachrichten handeln von etwas anderem',
  held_in_part: 'die Nachrichten tragen nur einen Teil davon',
  translated: 'übersetzt',
  incomparable: 'übersetzt: die Worte lassen sich nicht vergleichen',
  denied: 'die angeführten Nachrichten sagen etwas anderes',
  contradicted: ({ words }) =>
    words === null
      ? 'die angeführten Nachrichten sagen etwas anderes'
      : `die angeführten Nachrichten sagen etwas anderes als „${words}“`,
  only_considered: 'es wird nur erwogen',
  only_considered_by: ({ name }) => `${name} erwägt es nur`,
  only_supposed: 'es wird nur vermutet',
  nobody_agrees: 'niemand stimmt erkennbar zu',
  only_one_agrees: ({ name }) => `nur ${name} stimmt zu`,
  only_one_reaction: 'nur eine Reaktion stimmt zu',
  topic_asserts: ({ topic }) => `das Thema „${topic}“ behauptet etwas ohne Beleg`,
  agreed_by: ({ names, others, reactions }) => {
    const parts = [
      ...names,
      ...(others > 0 ? [`+${others} weitere`] : []),
      ...(reactions > 0 ? [`+${reactions} ${reactions === 1 ? 'Reaktion' : 'Reaktionen'}`] : []),
    ];
    return `zugestimmt haben ${parts.join(', ')}`;
  },
  not_decided: 'keine angeführte Nachricht entscheidet oder stimmt zu',
  refused_by: ({ name, position }) => `${name} lehnt es in Nachricht ${position} ab`,
  refused_by_reactions: 'es gibt auch ablehnende Reaktionen',
  other_owner: ({ owner, taker }) => `${owner} hat darum gebeten, ${taker} hat es übernommen`,
  not_addressed: ({ name }) => `keine angeführte Nachricht ist von ${name} oder richtet sich an ${name}`,
  only_bot_suggests: 'ein Bot schlägt es vor, und niemand greift es auf',
  answered: ({ position }) => `beantwortet in Nachricht ${position}`,
  judged_partly: ({ words }) =>
    `ein zweites Modell findet in den angeführten Nachrichten nur einen Teil davon und vermisst „${words}“`,
  judged_unsupported: ({ words }) =>
    `ein zweites Modell findet es in den angeführten Nachrichten nicht: „${words}“`,
  judged_contradicted: ({ words }) =>
    `ein zweites Modell liest die angeführten Nachrichten anders: „${words}“`,
  forgotten: 'der Grund ist vergessen, weil eine Nachricht gelöscht wurde',
  told: ({ words }) => words,
};
