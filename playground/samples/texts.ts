/** The languages of the people of the samples. */
export const sampleLanguages = ['en', 'fr', 'ja'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** What is said in each of them. */
export type Texts = Readonly<Record<SampleLanguage, string>>;

/** The language of a BCP 47 tag; English where the samples do not have it. */
export function toSampleLanguage(tag: string): SampleLanguage {
  return sampleLanguages.find(language => language === tag.split('-')[0]) ?? 'en';
}
