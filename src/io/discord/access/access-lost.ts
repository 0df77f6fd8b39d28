/** The person lost access to the source while the summary was being written or shown. */
export class AccessLost extends Error {
  readonly sentence: string;

  constructor(sentence: string) {
    super('access to the source was lost');
    this.name = 'AccessLost';
    this.sentence = sentence;
  }
}
