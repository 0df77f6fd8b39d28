/** An object or its id. */
export type Ref = string | { readonly id: string };

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}
