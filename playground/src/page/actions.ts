import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { ClientRefusal } from '../discord/actions/refusal.ts';
import { refuse } from '../discord/errors.ts';
import type { InteractionView } from '../discord/interactions/view.ts';
import type { Playground } from '../discord/server.ts';
import type { Message } from '../discord/state.ts';
import type { NetworkControl } from './network.ts';
import type { RequestName, RequestOf } from './requests.ts';
import type { Found, Outcome, SeenChoice } from './shapes.ts';

/** The controls of the toolbar beside Discord's actions. */
type Controls = {
  readonly network: NetworkControl;
  readonly setEngine: (name: string) => Promise<void>;
  readonly restart: () => Promise<void>;
};

type Answer = Outcome | Found | readonly SeenChoice[] | null;
type RequestHandlers = {
  readonly [Name in RequestName]: (request: RequestOf<Name>) => Promise<Answer> | Answer;
};

/** Stored because people may take long to fill in a modal. */
const KEPT_VIEWS = 200;

/** Runs the page's requests: each is an action of the playground, with its person's permissions. */
export function createRequestHandlers(playground: Playground, controls: Controls): RequestHandlers {
  const { actions, clock, world } = playground;
  const views = new Map<string, InteractionView>();

  /** Settles when no restart is running. */
  let restarts: Promise<unknown> = Promise.resolve();

  const restart = async (run: () => Promise<void>): Promise<null> => {
    const restarted = run();
    restarts = Promise.allSettled([restarts, restarted]);
    await restarted;
    return null;
  };

  /** The bot misses what people do while it restarts. */
  const waitForRestarts = async (): Promise<void> => {
    let seen: Promise<unknown> | null = null;
    while (seen !== restarts) {
      seen = restarts;
      await seen;
    }
  };

  const ask = async (start: () => Promise<InteractionView>): Promise<Outcome> => {
    await waitForRestarts();
    controls.network.apply();
    const view = await start();
    controls.network.applyOnceAnswered();
    views.set(view.id, view);
    const oldest = views.keys().next().value;
    if (views.size > KEPT_VIEWS && oldest !== undefined) views.delete(oldest);
    return toOutcome(view);
  };

  const open = (wanted: { readonly channel: string; readonly message: string }): Message => {
    const message = world.findMessage(wanted.message);
    if (message?.channelId !== wanted.channel) throw refuse('unknownMessage');
    return message;
  };

  return {
    send: ({ user, channel, content, replyTo }) => {
      const target = replyTo ? open({ channel, message: replyTo }) : null;
      actions.send({ user, channel, content, ...(target && { replyTo: target }) });
      return null;
    },
    slash: wanted => ask(() => actions.slash(toSlash(wanted))),
    autocomplete: async wanted => {
      await waitForRestarts();
      return actions.autocomplete({ ...toSlash(wanted), focused: wanted.focused });
    },
    menu: ({ user, channel, command, message }) =>
      // The message may be deleted during a restart.
      ask(async () => actions.messageMenu({ user, channel, command, target: open({ channel, message }) })),
    press: ({ user, channel, message, customId }) =>
      ask(() => actions.press({ user, message: { id: message, channel_id: channel }, customId })),
    select: ({ user, channel, message, customId, values }) =>
      ask(() => actions.select({ user, message: { id: message, channel_id: channel }, customId, values })),
    submit: ({ user, interaction, fields }) => {
      const view = views.get(interaction);
      if (view?.userId !== user) throw new ClientRefusal('that form is no longer open');
      return ask(() => actions.submit(view, fields));
    },
    edit: ({ user, content, ...wanted }) => done(() => actions.edit(user, open(wanted), content)),
    delete: ({ user, ...wanted }) => done(() => actions.delete(user, open(wanted))),
    dismiss: ({ user, channel, message }) =>
      done(() => actions.dismiss(user, { id: message, channel_id: channel })),
    react: ({ user, emoji, ...wanted }) => done(() => actions.react(user, open(wanted), emoji)),
    unreact: ({ user, emoji, ...wanted }) => done(() => actions.unreact(user, open(wanted), emoji)),
    find: ({ user, channel, message }) => actions.find(user, channel, message),
    network: ({ name }) => done(() => controls.network.set(name)),
    clock: ({ toMs }) =>
      done(() => {
        // Moving back would show new messages above old ones; tests may do it by the REST route.
        if (toMs < clock.now())
          throw new ClientRefusal('Choose a later time: the clock can only be moved forward.');
        clock.moveTo(toMs);
      }),
    engine: ({ name }) => restart(() => controls.setEngine(name)),
    restart: () => restart(controls.restart),
    readers: ({ channel, reader, isReader }) =>
      done(() => {
        const flags = Flags.ViewChannel;
        world.overwrite(channel, { member: reader, ...(isReader ? { allow: flags } : { deny: flags }) });
      }),
  };
}

function done(act: () => void): null {
  act();
  return null;
}

function toSlash({ user, channel, command, group, subcommand, options: given }: RequestOf<'slash'>) {
  const options = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'object' ? toFile(value) : value]),
  );
  return { user, channel, command, options, ...(group && { group }), ...(subcommand && { subcommand }) };
}

function toFile({ name, type, base64 }: { name: string; type: string; base64: string }) {
  return { name, ...(type && { type }), content: Buffer.from(base64, 'base64') };
}

function toOutcome(view: InteractionView): Outcome {
  const { id, status, failure, problem, modal } = view;
  return { id, status, failure, problem, modal };
}
