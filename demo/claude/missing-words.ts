import type { SampleLanguage } from '../samples/texts.ts';

/** The judge's explanations of what is missing, in the reader's language. */
type MissingWords = {
  readonly opposite: string;
  readonly unsettled: string;
  readonly nothingOn: (words: readonly string[]) => string;
  readonly notMentioned: (values: readonly string[]) => string;
  readonly notByOwner: (owner: string) => string;
  readonly otherWords: (name: string) => string;
};

export const missingWords: Readonly<Record<SampleLanguage, MissingWords>> = {
  en: {
    opposite: 'they say the opposite',
    unsettled: 'nobody agreed to it or decided it',
    nothingOn: words => `they say nothing of ${words.join(', ')}`,
    notMentioned: values => `they don’t mention ${values.join(', ')}`,
    notByOwner: owner => `nobody says that ${owner} does it`,
    otherWords: name => `${name} wrote something else`,
  },
  fr: {
    opposite: 'ils disent le contraire',
    unsettled: 'personne ne l’a accepté ni décidé',
    nothingOn: words => `ils ne disent rien de ceci : ${words.join(', ')}`,
    notMentioned: values => `ils ne mentionnent pas ${values.join(', ')}`,
    notByOwner: owner => `personne ne dit que ${owner} s’en charge`,
    otherWords: name => `${name} a écrit autre chose`,
  },
  ja: {
    opposite: '逆のことが書かれている',
    unsettled: '誰も同意も決定もしていない',
    nothingOn: words => `次の内容は書かれていない：${words.join('、')}`,
    notMentioned: values => `${values.join('、')}は出てこない`,
    notByOwner: owner => `${owner}が担当するとは誰も書いていない`,
    otherWords: name => `${name}が書いたのは別の内容`,
  },
};
