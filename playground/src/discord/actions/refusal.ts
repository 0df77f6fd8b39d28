/** An action that Discord's own client does not offer. */
export class ClientRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ClientRefusal';
  }
}
