import type { DraftClaim } from '../../../src/core/claims/draft.ts';

/** A claim that a good writer makes of a line; it quotes the whole line. */
export type ScriptClaim = Pick<DraftClaim, 'text' | 'kind' | 'topic'> &
  Partial<Pick<DraftClaim, 'speakers' | 'owner' | 'due'>> & {
    /** What held before, and the line that says so. */
    readonly before?: { readonly text: string; readonly line: string };
  };

export type Person = 'ann' | 'ben' | 'cleo';
export type Place = 'opening' | 'website' | 'general' | 'board';

export type Line = {
  /** Week 1 to 6; lines of a week and a channel follow each other by some minutes, on its Wednesday. */
  readonly week: number;
  readonly place: Place;
  readonly by: Person;
  readonly text: string;
  readonly claim?: ScriptClaim;
  /** It is deleted before the Friday of this week. */
  readonly deletedIn?: number;
};

const date = 'Opening date';
const paint = 'Paint for the shop front';
const sign = 'Sign above the door';
const payment = 'Payment provider';
const photos = 'Photos on the website';
const cars = 'Car sharing for deliveries';
const party = 'Summer party';
const lease = 'Lease of the shop';
const bank = 'Bank account';

/** Who says what, and the claim of it: its text (null: the line itself), kind, topic and what else it has. */
type Said = readonly [
  by: Person,
  text: string,
  claim?: readonly [
    text: string | null,
    kind: ScriptClaim['kind'],
    topic: ScriptClaim['topic'],
    more?: Omit<ScriptClaim, 'text' | 'kind' | 'topic'> & Pick<Line, 'deletedIn'>,
  ],
];

/** The lines of a week in a channel; each claim is its speaker's. */
function said(week: number, place: Place, lines: readonly Said[]): readonly Line[] {
  return lines.map(([by, text, claim]) => {
    if (!claim) return { week, place, by, text };
    const [words, kind, topic, { deletedIn, ...more } = {}] = claim;
    const speakers = [by.replace(/^./, first => first.toUpperCase())];
    return {
      week,
      place,
      by,
      text,
      claim: { text: words ?? text, kind, topic, speakers, ...more },
      ...(deletedIn !== undefined && { deletedIn }),
    };
  });
}

/** Six weeks of a cooperative that opens a shop: four channels, one of them private. */
export const script: readonly Line[] = [
  ...said(1, 'opening', [
    ['ann', 'The builders are done by the end of February, so we can choose a day now.'],
    ['ben', 'We decided to open the shop on 14 March.', ['The shop opens on 14 March.', 'decision', date]],
    [
      'cleo',
      'Which green do we take for the paint of the shop front?',
      ['Which green is taken for the paint of the shop front?', 'question', paint],
    ],
  ]),
  ...said(1, 'website', [
    [
      'ben',
      'For card payments the choice of the payment provider is between Stripe and Mollie.',
      ['Card payments go through Stripe or Mollie.', 'proposal', payment],
    ],
  ]),
  ...said(1, 'general', [
    [
      'cleo',
      'My van is free for deliveries on Tuesdays and Thursdays.',
      ["Cleo's van is free for deliveries on Tuesdays and Thursdays.", 'key_point', cars],
    ],
  ]),
  ...said(1, 'board', [
    [
      'ann',
      'The landlord offers the lease of the shop for three or for five years.',
      ['The landlord offers a lease of three or five years.', 'key_point', lease],
    ],
  ]),
  ...said(2, 'opening', [
    [
      'cleo',
      'We take moss green for the paint of the shop front, everybody at the meeting agreed.',
      ['The shop front is painted moss green.', 'decision', paint],
    ],
    [
      'ben',
      'I will order the sign above the door by 20 March.',
      ['Ben orders the sign above the door by 20 March.', 'action', sign, { owner: 'Ben', due: '20 March' }],
    ],
  ]),
  ...said(2, 'website', [
    [
      'ben',
      'We decided on Mollie as the payment provider, because it has no monthly fee.',
      ['Mollie is the payment provider, because it has no monthly fee.', 'decision', payment],
    ],
  ]),
  ...said(2, 'general', [
    [
      'ann',
      'The deliveries with the van cost us 40 euros of fuel this week.',
      ['The deliveries with the van cost 40 euros of fuel.', 'fact', cars],
    ],
  ]),
  ...said(2, 'board', [
    [
      'ann',
      'We decided to sign the lease of the shop for five years.',
      ['The lease of the shop is signed for five years.', 'decision', lease],
    ],
  ]),
  ...said(3, 'opening', [
    [
      'ann',
      'The builders are late, so we decided to open the shop on 28 March and not on 14 March.',
      [
        'The shop opens on 28 March.',
        'change',
        date,
        {
          before: {
            text: 'The shop opens on 14 March.',
            line: 'The builders are late, so we decided to open the shop on 28 March and not on 14 March.',
          },
        },
      ],
    ],
  ]),
  ...said(3, 'website', [
    [
      'cleo',
      'The test payment through Mollie worked on my phone.',
      ['A test payment through Mollie worked.', 'fact', payment],
    ],
  ]),
  ...said(3, 'general', [
    [
      'ben',
      'Can somebody else drive the deliveries next Thursday?',
      ['Who drives the deliveries next Thursday?', 'question', cars],
    ],
  ]),
  ...said(3, 'board', [
    [
      'cleo',
      'We decided to open the bank account at Nordbank.',
      ['The bank account is at Nordbank.', 'decision', bank, { deletedIn: 4 }],
    ],
  ]),
  ...said(4, 'opening', [
    ['ben', 'I am away next week. Cleo, can you take over the sign above the door?'],
    [
      'cleo',
      'Yes, I will take over from Ben and order the sign above the door by 20 March.',
      [
        'Cleo takes over from Ben and orders the sign above the door by 20 March.',
        'action',
        sign,
        { owner: 'Cleo', due: '20 March' },
      ],
    ],
  ]),
  ...said(4, 'website', [
    [
      'ann',
      'May we show the photos of the volunteers on the website?',
      ['May the photos of the volunteers be shown on the website?', 'question', photos],
    ],
  ]),
  ...said(4, 'general', [
    [
      'cleo',
      'I can drive the deliveries on Thursday after all.',
      ['Cleo drives the deliveries on Thursday.', 'action', cars, { owner: 'Cleo', due: 'Thursday' }],
    ],
  ]),
  ...said(4, 'board', [
    [
      'ann',
      'The signed lease of the shop came back from the landlord today.',
      ['The signed lease came back from the landlord.', 'fact', lease],
    ],
  ]),
  ...said(5, 'opening', [
    [
      'ann',
      'Good news from the builders: we decided to open the shop on 21 March instead of 28 March.',
      [
        'The shop opens on 21 March.',
        'change',
        date,
        {
          before: {
            text: 'The shop opens on 28 March.',
            line: 'Good news from the builders: we decided to open the shop on 21 March instead of 28 March.',
          },
        },
      ],
    ],
    [
      'cleo',
      'The moss green paint of the shop front needs a second coat before we open.',
      ['The moss green paint of the shop front needs a second coat.', 'key_point', paint],
    ],
  ]),
  ...said(5, 'website', [
    [
      'cleo',
      'Everybody agreed in writing that the photos of the volunteers are shown on the website.',
      ['The photos of the volunteers are shown on the website.', 'decision', photos],
    ],
  ]),
  ...said(5, 'board', [
    [
      'ann',
      'The first rent under the lease of the shop is 900 euros.',
      ['The first rent under the lease is 900 euros.', 'fact', lease],
    ],
  ]),
  ...said(6, 'opening', [['cleo', 'The sign above the door is ordered and paid.', [null, 'fact', sign]]]),
  ...said(6, 'general', [
    [
      'ben',
      'How about a summer party in the yard of the shop in June?',
      ['Ben proposes a summer party in the yard of the shop in June.', 'proposal', party],
    ],
  ]),
];
