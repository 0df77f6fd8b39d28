/** Something by its id, or itself. */
export type Ref = string | { readonly id: string };

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}
