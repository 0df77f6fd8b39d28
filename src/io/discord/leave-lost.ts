/** Leave to read was taken back while a summary was written or shown. */
export class LeaveLost extends Error {
  readonly sentence: string;

  constructor(sentence: string) {
    super('leave to read was lost');
    this.name = 'LeaveLost';
    this.sentence = sentence;
  }
}
