/** Leave to read was taken back while a summary was written or shown. */
export class LeaveLost extends Error {
  readonly sentence: string;

  constructor(sentence: string) {
    super('access to the source was lost');
    this.name = 'LeaveLost';
    this.sentence = sentence;
  }
}
