/** How many items a group has: at least and at most. */
export type GroupSize = { readonly least: number; readonly most: number };

/**
 * Divides items into runs of neighbors, ended by the keys of the items: where one is added or removed, only the groups
 * around it change. A key is hexadecimal.
 */
export function toGroups<Item extends { readonly key: string }>(
  items: readonly Item[],
  { least, most }: GroupSize,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    const isEnd = Number.parseInt(item.key.slice(0, 8), 16) % (most - least + 1) === 0;
    if (group.length < most && !(group.length >= least && isEnd)) continue;
    groups.push(group);
    group = [];
  }
  // A rest that is too short for a group of its own goes to the one before it.
  if (group.length >= least || groups.length === 0) groups.push(group);
  else groups.at(-1)?.push(...group);
  return groups;
}
