import type { TokenStore } from '../../app/api-ports.ts';

/** Aborted when the token is revoked. */
export type TokenWatch = { readonly signal: AbortSignal; readonly end: () => void };

/** Watches a token while a request or a job of it runs. */
export type WatchToken = (tokenId: string) => TokenWatch;

/** Any process can revoke a token, so the store is asked. */
const askEveryMs = 1_000;

/** Asks for the tokens of everything that runs, each once, however much it runs. */
export function createWatchToken(tokens: Pick<TokenStore, 'get'>, everyMs = askEveryMs): WatchToken {
  const watched = new Map<string, Set<AbortController>>();
  let asking: NodeJS.Timeout | undefined;

  const ask = async (tokenId: string) => {
    if ((await tokens.get(tokenId)) !== null) return;
    for (const controller of watched.get(tokenId) ?? []) controller.abort(new Error('the token was revoked'));
  };
  // While the store is away, nothing can be revoked.
  const askAll = () => {
    for (const tokenId of watched.keys()) void ask(tokenId).catch(() => undefined);
  };

  return tokenId => {
    const controller = new AbortController();
    const own = watched.get(tokenId) ?? new Set();
    watched.set(tokenId, own.add(controller));
    asking ??= setInterval(askAll, everyMs).unref();
    return {
      signal: controller.signal,
      end: () => {
        own.delete(controller);
        if (own.size === 0 && watched.get(tokenId) === own) watched.delete(tokenId);
        if (watched.size > 0) return;
        clearInterval(asking);
        asking = undefined;
      },
    };
  };
}
