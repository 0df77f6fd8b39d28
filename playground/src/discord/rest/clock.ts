import { Hono } from 'hono';
import { z } from 'zod';
import { ClientRefusal } from '../actions/refusal.ts';
import { refuse } from '../errors.ts';
import type { State } from '../state.ts';

const wanted = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ offset_ms: z.int() }),
]);

/**
 * The clock, which Discord does not have: a bot in development follows `offset_ms`, and tests move it, also back.
 * Moving it requires the bot's token, which no other web page in the same browser has.
 */
export function clockRoutes({ clock, application }: State): Hono {
  const show = () => ({ now: new Date(clock.now()).toISOString(), offset_ms: clock.offsetMs() });
  return new Hono()
    .get('/playground/clock', context => context.json(show()))
    .put('/playground/clock', async context => {
      if (context.req.header('authorization') !== `Bot ${application.token}`) throw refuse('unauthorized');
      const parsed = wanted.safeParse(await context.req.json().catch(() => null));
      if (!parsed.success)
        return context.json({ message: 'The body is {"now": INSTANT} or {"offset_ms": NUMBER}.' }, 400);
      const { data } = parsed;
      try {
        clock.moveTo('now' in data ? Date.parse(data.now) : clock.steadyNow() + data.offset_ms);
      } catch (error) {
        if (error instanceof ClientRefusal) return context.json({ message: error.message }, 400);
        throw error;
      }
      return context.json(show());
    });
}
