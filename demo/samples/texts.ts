/** The languages of the sample users. */
export const sampleLanguages = ['en', 'fr', 'ja'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The text in each of them. */
export type Texts = Readonly<Record<SampleLanguage, string>>;

/** The language of a BCP 47 tag; English if the samples lack it. */
export function toSampleLanguage(tag: string): SampleLanguage {
  return sampleLanguages.find(language => language === tag.split('-')[0]) ?? 'en';
}
