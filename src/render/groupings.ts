// No imports here: `--help` lists the groupings and must not load what renders them.

/** How a list of sources is grouped: one list, or a list for each topic or claim. */
export const groupings = ['flat', 'topic', 'claim'] as const;
export type Grouping = (typeof groupings)[number];
