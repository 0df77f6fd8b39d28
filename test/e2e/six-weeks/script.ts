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

/** Six weeks of a cooperative that opens a shop: four channels, one of them private. */
export const script: readonly Line[] = [
  // Week 1
  {
    week: 1,
    place: 'opening',
    by: 'ann',
    text: 'The builders are done by the end of February, so we can choose a day now.',
  },
  {
    week: 1,
    place: 'opening',
    by: 'ben',
    text: 'We decided to open the shop on 14 March.',
    claim: { text: 'The shop opens on 14 March.', kind: 'decision', topic: date, speakers: ['Ben'] },
  },
  {
    week: 1,
    place: 'opening',
    by: 'cleo',
    text: 'Which green do we take for the paint of the shop front?',
    claim: {
      text: 'Which green is taken for the paint of the shop front?',
      kind: 'question',
      topic: paint,
      speakers: ['Cleo'],
    },
  },
  {
    week: 1,
    place: 'website',
    by: 'ben',
    text: 'For card payments the choice of the payment provider is between Stripe and Mollie.',
    claim: {
      text: 'Card payments go through Stripe or Mollie.',
      kind: 'proposal',
      topic: payment,
      speakers: ['Ben'],
    },
  },
  {
    week: 1,
    place: 'general',
    by: 'cleo',
    text: 'My van is free for deliveries on Tuesdays and Thursdays.',
    claim: {
      text: "Cleo's van is free for deliveries on Tuesdays and Thursdays.",
      kind: 'key_point',
      topic: cars,
      speakers: ['Cleo'],
    },
  },
  {
    week: 1,
    place: 'board',
    by: 'ann',
    text: 'The landlord offers the lease of the shop for three or for five years.',
    claim: {
      text: 'The landlord offers a lease of three or five years.',
      kind: 'key_point',
      topic: lease,
      speakers: ['Ann'],
    },
  },
  // Week 2
  {
    week: 2,
    place: 'opening',
    by: 'cleo',
    text: 'We take moss green for the paint of the shop front, everybody at the meeting agreed.',
    claim: {
      text: 'The shop front is painted moss green.',
      kind: 'decision',
      topic: paint,
      speakers: ['Cleo'],
    },
  },
  {
    week: 2,
    place: 'opening',
    by: 'ben',
    text: 'I will order the sign above the door by 20 March.',
    claim: {
      text: 'Ben orders the sign above the door by 20 March.',
      kind: 'action',
      topic: sign,
      speakers: ['Ben'],
      owner: 'Ben',
      due: '20 March',
    },
  },
  {
    week: 2,
    place: 'website',
    by: 'ben',
    text: 'We decided on Mollie as the payment provider, because it has no monthly fee.',
    claim: {
      text: 'Mollie is the payment provider, because it has no monthly fee.',
      kind: 'decision',
      topic: payment,
      speakers: ['Ben'],
    },
  },
  {
    week: 2,
    place: 'general',
    by: 'ann',
    text: 'The deliveries with the van cost us 40 euros of fuel this week.',
    claim: {
      text: 'The deliveries with the van cost 40 euros of fuel.',
      kind: 'fact',
      topic: cars,
      speakers: ['Ann'],
    },
  },
  {
    week: 2,
    place: 'board',
    by: 'ann',
    text: 'We decided to sign the lease of the shop for five years.',
    claim: {
      text: 'The lease of the shop is signed for five years.',
      kind: 'decision',
      topic: lease,
      speakers: ['Ann'],
    },
  },
  // Week 3
  {
    week: 3,
    place: 'opening',
    by: 'ann',
    text: 'The builders are late, so we decided to open the shop on 28 March and not on 14 March.',
    claim: {
      text: 'The shop opens on 28 March.',
      kind: 'change',
      topic: date,
      speakers: ['Ann'],
      before: {
        text: 'The shop opens on 14 March.',
        line: 'The builders are late, so we decided to open the shop on 28 March and not on 14 March.',
      },
    },
  },
  {
    week: 3,
    place: 'website',
    by: 'cleo',
    text: 'The test payment through Mollie worked on my phone.',
    claim: {
      text: 'A test payment through Mollie worked.',
      kind: 'fact',
      topic: payment,
      speakers: ['Cleo'],
    },
  },
  {
    week: 3,
    place: 'general',
    by: 'ben',
    text: 'Can somebody else drive the deliveries next Thursday?',
    claim: {
      text: 'Who drives the deliveries next Thursday?',
      kind: 'question',
      topic: cars,
      speakers: ['Ben'],
    },
  },
  {
    week: 3,
    place: 'board',
    by: 'cleo',
    text: 'We decided to open the bank account at Nordbank.',
    claim: { text: 'The bank account is at Nordbank.', kind: 'decision', topic: bank, speakers: ['Cleo'] },
    deletedIn: 4,
  },
  // Week 4
  {
    week: 4,
    place: 'opening',
    by: 'ben',
    text: 'I am away next week. Cleo, can you take over the sign above the door?',
  },
  {
    week: 4,
    place: 'opening',
    by: 'cleo',
    text: 'Yes, I will take over from Ben and order the sign above the door by 20 March.',
    claim: {
      text: 'Cleo takes over from Ben and orders the sign above the door by 20 March.',
      kind: 'action',
      topic: sign,
      speakers: ['Cleo'],
      owner: 'Cleo',
      due: '20 March',
    },
  },
  {
    week: 4,
    place: 'website',
    by: 'ann',
    text: 'May we show the photos of the volunteers on the website?',
    claim: {
      text: 'May the photos of the volunteers be shown on the website?',
      kind: 'question',
      topic: photos,
      speakers: ['Ann'],
    },
  },
  {
    week: 4,
    place: 'general',
    by: 'cleo',
    text: 'I can drive the deliveries on Thursday after all.',
    claim: {
      text: 'Cleo drives the deliveries on Thursday.',
      kind: 'action',
      topic: cars,
      speakers: ['Cleo'],
      owner: 'Cleo',
      due: 'Thursday',
    },
  },
  {
    week: 4,
    place: 'board',
    by: 'ann',
    text: 'The signed lease of the shop came back from the landlord today.',
    claim: {
      text: 'The signed lease came back from the landlord.',
      kind: 'fact',
      topic: lease,
      speakers: ['Ann'],
    },
  },
  // Week 5
  {
    week: 5,
    place: 'opening',
    by: 'ann',
    text: 'Good news from the builders: we decided to open the shop on 21 March instead of 28 March.',
    claim: {
      text: 'The shop opens on 21 March.',
      kind: 'change',
      topic: date,
      speakers: ['Ann'],
      before: {
        text: 'The shop opens on 28 March.',
        line: 'Good news from the builders: we decided to open the shop on 21 March instead of 28 March.',
      },
    },
  },
  {
    week: 5,
    place: 'opening',
    by: 'cleo',
    text: 'The moss green paint of the shop front needs a second coat before we open.',
    claim: {
      text: 'The moss green paint of the shop front needs a second coat.',
      kind: 'key_point',
      topic: paint,
      speakers: ['Cleo'],
    },
  },
  {
    week: 5,
    place: 'website',
    by: 'cleo',
    text: 'Everybody agreed in writing that the photos of the volunteers are shown on the website.',
    claim: {
      text: 'The photos of the volunteers are shown on the website.',
      kind: 'decision',
      topic: photos,
      speakers: ['Cleo'],
    },
  },
  {
    week: 5,
    place: 'board',
    by: 'ann',
    text: 'The first rent under the lease of the shop is 900 euros.',
    claim: {
      text: 'The first rent under the lease is 900 euros.',
      kind: 'fact',
      topic: lease,
      speakers: ['Ann'],
    },
  },
  // Week 6
  {
    week: 6,
    place: 'opening',
    by: 'cleo',
    text: 'The sign above the door is ordered and paid.',
    claim: {
      text: 'The sign above the door is ordered and paid.',
      kind: 'fact',
      topic: sign,
      speakers: ['Cleo'],
    },
  },
  {
    week: 6,
    place: 'general',
    by: 'ben',
    text: 'How about a summer party in the yard of the shop in June?',
    claim: {
      text: 'Ben proposes a summer party in the yard of the shop in June.',
      kind: 'proposal',
      topic: party,
      speakers: ['Ben'],
    },
  },
];
