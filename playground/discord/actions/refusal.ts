/** What Discord's own client does not let a person do: there is no button for it. */
export class ClientRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ClientRefusal';
  }
}
