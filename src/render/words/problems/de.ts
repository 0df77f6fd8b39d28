import type { ProblemSentences } from '../../../core/claims/problem.ts';

const toJudgeWords = (words: string) => (words === '' ? '' : ` (Hinweis des zweiten Modells: „${words}“)`);

export const deProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'nicht lesbar',
      no_text: 'der Text fehlt',
      empty_text: 'der Text ist leer',
      long_text: 'der Text ist zu lang',
      only_markers: 'der Text besteht nur aus Fußnotenzeichen',
      long_before: 'der Text des früheren Stands ist zu lang',
      bad_positions: 'die Positionen müssen eine Liste von Zahlen sein',
      many_positions: 'es sind zu viele Positionen',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'zu lange Angabe entfernt',
      bracketed_number: 'Zahl in eckigen Klammern aus dem Text entfernt',
      unknown_kind: 'unbekannte Art',
      unreadable_confidence: 'Sicherheit nicht lesbar',
      too_many_citations: 'zu viele Belege',
      unreadable_position: 'Position nicht lesbar',
    })[what],
  cited_twice: ({ position }) => `Nachricht ${position} ist zweimal angegeben`,
  said_already: 'eine andere Aussage sagt dasselbe',
  put_aside: 'das Modell hat es abgelehnt, die Zusammenfassung fertigzustellen',
  no_message: ({ position }) => `es gibt keine Nachricht ${position}`,
  nothing_cited: 'keine Nachricht ist als Beleg angegeben',
  only_bots: 'nur Nachrichten von Bots oder vom System sind als Beleg angegeben',
  message_deleted: 'eine belegende Nachricht wurde gelöscht oder darf nicht mehr gelesen werden',
  not_in_message: ({ position }) => `das Zitat steht nicht in Nachricht ${position}`,
  quoted_nowhere: 'die Worte in Anführungszeichen stehen in keiner angegebenen Nachricht',
  better_citation: ({ position }) => `Nachricht ${position} sagt mehr davon`,
  citation_moved: ({ position }) => `das Zitat steht in Nachricht ${position}`,
  unknown_person: 'genannt wird jemand, der in dieser Unterhaltung nicht vorkommt',
  not_by: ({ name }) => `${name} hat keine der angegebenen Nachrichten geschrieben`,
  other_words: ({ name }) => `${name} hat die zitierten Worte nicht geschrieben`,
  value_not_found: ({ value }) => `${value} steht in keiner Nachricht`,
  literal_not_found: 'keine Nachricht enthält die Adresse, den Code oder die Kennung darin',
  value_in_message: ({ value, position }) => `${value} steht in Nachricht ${position}`,
  topic_not_found: 'keine Nachricht nennt eine Zahl oder ein Datum des Themas',
  due_not_found: 'keine angegebene Nachricht nennt diese Frist',
  judged_partly: ({ words }) =>
    `die angegebenen Nachrichten sagen nur einen Teil davon${toJudgeWords(words)}`,
  judged_unsupported: ({ words }) => `die angegebenen Nachrichten sagen das nicht${toJudgeWords(words)}`,
  judged_contradicted: ({ words }) => `die angegebenen Nachrichten sagen etwas anderes${toJudgeWords(words)}`,
  judged_kind: 'das zweite Modell ordnet es anders ein',
  judged_citation: ({ position }) => `das zweite Modell hat es in Nachricht ${position} gefunden`,
  forgotten: 'der Grund wurde zusammen mit einer Nachricht gelöscht',
  told: ({ words }) => words,
  outdated: 'von einer früheren Version der Prüfung bemängelt',
};
