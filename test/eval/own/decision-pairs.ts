import type { Relation } from '../../../src/core/prompt/compare-schema.ts';

/** Two decisions of one server, the later one second, and how the later one relates to the earlier one. */
export type DecisionPair = {
  readonly id: string;
  readonly language: string;
  readonly relation: Relation;
  readonly earlier: Settled;
  readonly later: Settled;
};

export type Settled = {
  readonly text: string;
  /** Who wrote what, oldest first. */
  readonly messages: readonly (readonly [by: string, text: string])[];
};

const pair = (
  id: string,
  relation: Relation,
  earlier: Settled,
  later: Settled,
  language = 'en',
): DecisionPair => ({ id, language, relation, earlier, later });

const settle = (text: string, ...messages: Settled['messages']): Settled => ({ text, messages });

/** Written for this measurement: reversed, refined, unrelated but similar, and told again. */
export const decisionPairs: readonly DecisionPair[] = [
  pair(
    'close-later',
    'replaces',
    settle('The fair closes at 18:00.', ['Ann', 'We decided to close at 18:00 because of the neighbours.']),
    settle(
      'The fair closes at 20:00.',
      ['Bob', 'The town hall is fine with 20:00, shall we move closing time?'],
      ['Ann', 'Yes, 20:00 it is.'],
    ),
  ),
  pair(
    'tent-called-off',
    'replaces',
    settle(
      'They rent the big tent for 450 euros.',
      ['Bob', 'How about we rent the big tent for 450?'],
      ['Ann', 'Approved.'],
    ),
    settle(
      'They do not rent a tent and use the gym.',
      ['Ann', 'The forecast is terrible and the gym is free. No tent this year, we use the gym.'],
      ['Bob', 'Fine with me.'],
    ),
  ),
  pair(
    'release-day',
    'replaces',
    settle('Version 4.2 ships on Thursday.', ['Mei', 'So: 4.2 goes out on Thursday.'], ['Lars', '👍']),
    settle(
      'The release moves to Monday.',
      ['Lars', 'The migration still fails on staging, I want to move the release to Monday.'],
      ['Mei', 'Agreed, Monday.'],
    ),
  ),
  pair(
    'database-reversed',
    'replaces',
    settle('The queue moves to Redis.', ['Tom', 'Decision: we move the queue to Redis.']),
    settle(
      'The queue stays in Postgres after all.',
      ['Tom', 'After the load test I take back Redis. The queue stays in Postgres.'],
      ['Mei', 'Good, less to run.'],
    ),
  ),
  pair(
    'treasurer',
    'replaces',
    settle('Carla is treasurer this year.', ['Ann', 'Carla does the treasury this year, everybody agreed.']),
    settle(
      'Dev takes over as treasurer.',
      ['Carla', 'I cannot go on as treasurer, my shifts changed.'],
      ['Ann', 'Dev takes over from today, thanks Carla.'],
    ),
  ),
  pair(
    'saal',
    'replaces',
    settle('Das Treffen ist im kleinen Saal.', ['Jonas', 'Wir nehmen den kleinen Saal, beschlossen.']),
    settle(
      'Das Treffen findet im Garten statt.',
      ['Lena', 'Bei dem Wetter doch lieber draußen?'],
      ['Jonas', 'Ja, wir treffen uns im Garten statt im Saal.'],
    ),
    'de',
  ),
  pair(
    'tent-colour',
    'adds',
    settle(
      'They rent the big tent for 450 euros.',
      ['Bob', 'How about we rent the big tent for 450?'],
      ['Ann', 'Approved.'],
    ),
    settle('The tent stands behind the gym.', ['Bob', 'Where does the tent go?'], ['Ann', 'Behind the gym.']),
  ),
  pair(
    'release-checklist',
    'adds',
    settle('Version 4.2 ships on Thursday.', ['Mei', 'So: 4.2 goes out on Thursday.']),
    settle(
      'Lars signs off on version 4.2 before it ships.',
      ['Mei', 'Lars signs off before we ship 4.2 on Thursday, ok?'],
      ['Lars', 'ok'],
    ),
  ),
  pair(
    'budget-split',
    'adds',
    settle('The budget of the festival is 3,000 euros.', [
      'Ida',
      'Board said yes to 3,000 for the festival.',
    ]),
    settle(
      'Of the 3,000 euros, 1,200 go to the band.',
      ['Ida', 'Then 1,200 of the 3,000 for the band, rest for food.'],
      ['Sam', 'Approved'],
    ),
  ),
  pair(
    'two-rooms',
    'none',
    settle('The kitchen is painted green.', ['Eva', 'Kitchen: green. Decided.']),
    settle('The hall is painted white.', ['Eva', 'And the hall becomes white.'], ['Noor', 'Yes please']),
  ),
  pair(
    'two-meetups',
    'none',
    settle('The March meetup is on Tuesday the 10th.', ['Kim', 'March meetup: Tuesday 10th, final.']),
    settle('The April meetup is on Wednesday the 15th.', ['Kim', 'April meetup: Wednesday 15th, final.']),
  ),
  pair(
    'two-servers',
    'none',
    settle(
      'The staging server gets 16 GB of memory.',
      ['Raj', 'We give staging 16 GB.'],
      ['Mei', 'ok, approved'],
    ),
    settle(
      'The build server gets 32 GB of memory.',
      ['Raj', 'And the build server 32 GB.'],
      ['Mei', 'approved too'],
    ),
  ),
  pair(
    'dos-carteles',
    'none',
    settle('El cartel del concierto será rojo.', ['Luz', 'Decidido: el cartel del concierto, rojo.']),
    settle('El cartel de la feria será azul.', ['Luz', 'Y el de la feria, azul.'], ['Iván', 'De acuerdo']),
    'es',
  ),
  pair(
    'tent-again',
    'same',
    settle(
      'They rent the big tent for 450 euros.',
      ['Bob', 'How about we rent the big tent for 450?'],
      ['Ann', 'Approved.'],
    ),
    settle('The large tent from last year is rented at 450.', [
      'Ann',
      'For the minutes: we rent the big tent, 450 euros, as agreed above.',
    ]),
  ),
  pair(
    'logo-again',
    'same',
    settle('The new logo is the fox.', ['Noor', 'Vote is over: the fox wins, that is our logo.']),
    settle('The fox becomes the logo.', [
      'Noor',
      'Reminder for those who missed the vote: the fox is our new logo.',
    ]),
  ),
  pair(
    'reunion-encore',
    'same',
    settle('La réunion a lieu chaque lundi à 9 h.', ['Luc', 'C’est décidé : réunion chaque lundi à 9 h.']),
    settle('L’équipe se réunit le lundi à 9 h.', [
      'Inès',
      'Je résume pour les absents : réunion le lundi à 9 h, comme décidé.',
    ]),
    'fr',
  ),
];
