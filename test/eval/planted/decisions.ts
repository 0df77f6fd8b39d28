/** One message of an exchange; `by` tells its speakers apart. */
export type PlantedLine = { readonly by: 'a' | 'b'; readonly text: string };

/** Messages one after the other, the last of which settles something unless `keyAt` names another. */
export type Exchange = {
  /** Between 0 and 1: the place in the conversation. */
  readonly at: number;
  readonly lines: readonly PlantedLine[];
  readonly keyAt?: number;
};

/** A decision, and for a superseded one also what was decided before. */
export type PlantedDecision = {
  readonly id: string;
  readonly how: 'plain' | 'rare' | 'short' | 'casual' | 'in passing' | 'superseded';
  readonly first?: Exchange;
  readonly last: Exchange;
};

const a = (text: string): PlantedLine => ({ by: 'a', text });
const b = (text: string): PlantedLine => ({ by: 'b', text });

/** Twenty decisions that a community of radio amateurs might take, in many ways of saying so. */
export const plantedDecisions: readonly PlantedDecision[] = [
  {
    id: 'water tower',
    how: 'plain',
    last: {
      at: 0.013,
      lines: [a('We decided to move the hilltop repeater to the water tower before the winter.')],
    },
  },
  {
    id: 'insurance',
    how: 'rare',
    last: {
      at: 0.068,
      lines: [
        a('The landlord wants us to carry liability insurance for the mast. Do we pay for that?'),
        b('Yes. The club takes out the policy, up to 400 dollars a year.'),
      ],
    },
  },
  {
    id: 'thursday',
    how: 'short',
    last: {
      at: 0.117,
      lines: [a('So is the build night on Wednesday or on Thursday?'), b('thursday it is')],
    },
  },
  {
    id: 'forum',
    how: 'casual',
    last: {
      at: 0.158,
      lines: [
        a('nobody posts in the old web forum anymore'),
        b('yeah fine lets just shut it down end of the month'),
      ],
    },
  },
  {
    id: 'door code',
    how: 'in passing',
    last: {
      at: 0.209,
      lines: [
        a(
          'The solder fume extractor is back from repair and quieter than before, the filter cost me eleven bucks, and since the treasurer and I agreed on it last night: from now on only members with a key get the door code of the workshop. Anyway, the extractor is on the left bench, please empty the tray after use.',
        ),
      ],
    },
  },
  {
    id: 'meeting day',
    how: 'superseded',
    first: {
      at: 0.052,
      lines: [a('The general meeting will be on 14 March, that is settled with the library.')],
    },
    last: {
      at: 0.254,
      lines: [
        a('The library called, they have a flood in the basement.'),
        b('ok then we hold the general meeting on 28 March instead, same hour'),
      ],
    },
  },
  {
    id: 'encryption',
    how: 'plain',
    last: {
      at: 0.303,
      lines: [
        a('Should the emergency channel have a key?'),
        b('No. We leave the emergency channel unencrypted so that anybody can call for help.'),
      ],
    },
  },
  {
    id: 'two factor',
    how: 'rare',
    last: {
      at: 0.346,
      lines: [
        a(
          'After that stolen account: every moderator must switch on two-factor login by Sunday or loses the role.',
        ),
      ],
    },
  },
  {
    id: 'blue boxes',
    how: 'short',
    last: {
      at: 0.391,
      lines: [a('Gray or blue for the weatherproof boxes we order?'), b('blue')],
    },
  },
  {
    id: 'batteries',
    how: 'casual',
    last: {
      at: 0.437,
      lines: [
        a('those recycled laptop cells in the ridge node puffed up again, that is the third one'),
        b('ok no more recycled cells in anything we leave outside. done with that'),
      ],
    },
  },
  {
    id: 'treasurer',
    how: 'rare',
    last: {
      at: 0.482,
      lines: [a('Votes are counted: 17 to 4. Marta is our new treasurer from the first of the month.')],
    },
  },
  {
    id: 'loan',
    how: 'in passing',
    last: {
      at: 0.533,
      lines: [
        a(
          'long day. drove to the ridge, snow up to the axle, battery at 61 percent which is better than I feared, the guy wires need a new clamp. talked to the rangers too and we are giving the spectrum analyzer to the school for the spring term, they pick it up. heading home now, roads are awful',
        ),
      ],
    },
  },
  {
    id: 'photos',
    how: 'plain',
    last: {
      at: 0.578,
      lines: [
        a(
          'Agreed with everybody at the table: no photos of the tower site are posted, because of the break-ins.',
        ),
      ],
    },
  },
  {
    id: 'channel name',
    how: 'short',
    last: {
      at: 0.624,
      lines: [a('I would rename the beginners room to #start-here. Objections?'), b('none, do it')],
      keyAt: 0,
    },
  },
  {
    id: 'supplier',
    how: 'superseded',
    first: {
      at: 0.321,
      lines: [
        a('Which shop do we take for the forty antennas?'),
        b('We order all forty at Lindqvist, they gave us ten percent.'),
      ],
    },
    last: {
      at: 0.669,
      lines: [
        a(
          'Lindqvist cannot deliver before June, so we cancelled there and the forty antennas come from Okafor now.',
        ),
      ],
    },
  },
  {
    id: 'dues',
    how: 'plain',
    last: {
      at: 0.718,
      lines: [a('Decided yesterday: dues go up to 30 dollars a year, students stay at 10.')],
    },
  },
  {
    id: 'night silence',
    how: 'casual',
    last: {
      at: 0.766,
      lines: [
        a('can the bot please stop the weather spam at 3 am'),
        b("alright, bot stays quiet between 11 pm and 6 am, I've told it so"),
      ],
    },
  },
  {
    id: 'lawyer',
    how: 'rare',
    last: {
      at: 0.823,
      lines: [
        a('The letter about the trademark: do we fight that?'),
        b('We do not. We drop the old logo and print no more stickers with it.'),
      ],
    },
  },
  {
    id: 'van',
    how: 'short',
    last: {
      at: 0.881,
      lines: [a('Do we sell the van or fix it once more?'), b('sell')],
    },
  },
  {
    id: 'field day',
    how: 'in passing',
    last: {
      at: 0.944,
      lines: [
        a(
          'Thanks for all the pictures! The chili was gone in ten minutes, the kids loved the fox hunt, and the rain held off. We also said we do next year’s field day together with the Cedar Valley club, at their lake. My mug is still missing, green with a dent, if anybody sees it.',
        ),
      ],
    },
  },
];
