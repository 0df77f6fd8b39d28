type ServerTurns = {
  readonly compare: (server: string, other: string) => number;
  /** Notes that work of a server begins; call what it returns when the work ended. */
  readonly begin: (server: string) => () => void;
};

/** The server with the least work running goes first, then the one whose last work began the longest ago. */
export function createServerTurns(): ServerTurns {
  const turns = new Map<string, { readonly running: number; readonly begunAt: number }>();
  let begun = 0;
  const find = (server: string) => turns.get(server) ?? { running: 0, begunAt: 0 };
  const add = (server: string, running: number, begunAt = find(server).begunAt) =>
    void turns.set(server, { running: find(server).running + running, begunAt });
  return {
    compare: (server, other) => {
      const [a, b] = [find(server), find(other)];
      return a.running - b.running || a.begunAt - b.begunAt;
    },
    begin: server => {
      begun += 1;
      add(server, 1, begun);
      return () => add(server, -1);
    },
  };
}
