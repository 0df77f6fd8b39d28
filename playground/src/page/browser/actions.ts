import type { Found, NetworkCondition, Outcome, SeenMessage } from '../shapes.ts';
import { toUpload } from './composer/attachment.ts';
import { type CommandLine, type Filled, toCommandName, toOptions } from './composer/command-line.ts';
import type { Address } from './messages/markup.ts';
import { Refused, request } from './server-link.ts';
import type { OpenModal, Page } from './state.ts';

const TOAST_MS = 7000;
const LIT_MS = 4000;
/** Discord's limit for a person without Nitro. */
const MAX_LENGTH = 2000;

/** A person's actions on the page. Each ends in a change or in a toast with the error. */
export type PageActions = ReturnType<typeof createPageActions>;

export function createPageActions({ state, update }: Page, watchAgain: () => void) {
  let toasts = 0;
  let lighting: number | undefined;

  const toast = (text: string, isBad = true): void => {
    toasts += 1;
    const id = toasts;
    update({ toasts: [...state.toasts.filter(one => one.text !== text), { id, text, isBad }].slice(-4) });
    setTimeout(() => dropToast(id), TOAST_MS);
  };
  const dropToast = (id: number): void => update({ toasts: state.toasts.filter(one => one.id !== id) });

  /** Sends a request to the server; undefined, with a toast, if it was refused. */
  const ask = async <T>(name: string, body: object): Promise<T | undefined> => {
    try {
      return await request<T>(name, { user: state.userId, channel: state.channelId, ...body });
    } catch (error) {
      toast(error instanceof Refused ? error.message : 'The demo does not answer. Is it still running?');
      return undefined;
    }
  };

  /** Sends a request to the bot, shown as pending in the meantime. */
  const askBot = async (key: string, name: string, body: object): Promise<void> => {
    const channelId = state.channelId ?? '';
    update({ pending: new Set([...state.pending, key]) });
    const outcome = await ask<Outcome>(name, body);
    update({ pending: new Set([...state.pending].filter(one => one !== key)) });
    if (outcome?.failure)
      toast(outcome.problem ? `${outcome.failure} (${outcome.problem})` : outcome.failure);
    if (outcome?.status === 'modal' && outcome.modal) {
      update({ modal: { interactionId: outcome.id, channelId, modal: outcome.modal } });
    }
  };

  const open = (channelId: string, more: { readonly limit?: number } = {}): void => {
    const isOther = channelId !== state.channelId;
    update({
      channelId,
      limit: more.limit ?? (isOther ? 100 : state.limit),
      isDrawerOpen: false,
      popover: null,
      menu: null,
      ...(isOther && { text: '', line: null, replyTo: null, editing: null, litId: null }),
    });
    watchAgain();
  };

  const light = (messageId: string): void => {
    clearTimeout(lighting);
    update({ litId: messageId });
    lighting = setTimeout(() => update({ litId: null }), LIT_MS);
  };

  /** Goes to a message, which may be in another channel or far up. */
  const goTo = async (channelId: string, messageId: string): Promise<boolean> => {
    const found = await ask<Found>('find', { channel: channelId, message: messageId });
    if (found === undefined) return false;
    if (found.kind === 'hidden') toast('You do not have access to that channel.');
    if (found.kind === 'gone') toast('That message is no longer there.');
    if (found.kind !== 'here') return false;
    open(channelId, { limit: Math.max(state.limit, found.newer + 20) });
    light(messageId);
    return true;
  };

  const whyNotRun = (command: string): string => {
    const { people = [], guild, open } = state.snapshot ?? {};
    if (open?.commands.some(one => one.command === command))
      return `Choose /${command} in the list to run it.`;
    if (!open?.managerCommands.includes(command)) return `There is no command /${command} here.`;
    const owner = people.find(({ id }) => id === guild?.ownerId)?.name ?? 'the server’s owner';
    return `/${command} needs Manage Server: choose ${owner} under View as.`;
  };

  return {
    toast,
    dropToast,
    open,
    become: (userId: string): void => {
      update({
        userId,
        popover: null,
        line: null,
        text: '',
        replyTo: null,
        editing: null,
        menu: null,
      });
      watchAgain();
    },
    showOlder: (): void => {
      update({ limit: state.limit + 100 });
      watchAgain();
    },
    /** Follows a link to another message. */
    jump: async (address: Address): Promise<void> => {
      const { guild, guilds = [] } = state.snapshot ?? {};
      if (!guilds.some(({ id }) => id === address.guildId)) {
        toast('That message is on a server that you are not in.');
        return;
      }
      if (address.messageId === null && address.guildId !== guild?.id) open(address.channelId);
      else if (address.messageId === null) {
        const isSeen = state.snapshot?.channels.some(one => one.id === address.channelId);
        if (isSeen) open(address.channelId);
        else toast('You do not have access to that channel.');
      } else await goTo(address.channelId, address.messageId);
    },
    send: async (): Promise<void> => {
      const { text, replyTo, editing, channelId } = state;
      if (text.trim() === '') return;
      const [, command] = /^\/([a-z]\w*)/i.exec(text) ?? [];
      // Discord would post it as a message, which nobody means here.
      if (command !== undefined && !editing) {
        toast(whyNotRun(command));
        return;
      }
      if (text.length > MAX_LENGTH) {
        const [most, length] = [MAX_LENGTH, text.length].map(count => count.toLocaleString('en'));
        toast(`A message has ${most} characters at most; this one has ${length}.`);
        return;
      }
      update({ text: '', replyTo: null, editing: null });
      const sent = editing
        ? await ask('edit', { message: editing.id, content: text })
        : await ask('send', { content: text, replyTo: replyTo?.id ?? null });
      const isIdle = state.text === '' && state.line === null && state.editing === null;
      if (sent === undefined && isIdle && state.channelId === channelId) update({ text, replyTo, editing });
    },
    /** Sends a command; the line stays if something is missing. */
    run: async (line: CommandLine): Promise<void> => {
      const parsed = toOptions(line);
      if ('problem' in parsed) {
        toast(parsed.problem);
        return;
      }
      const isPhone = matchMedia('(max-width: 767px)').matches;
      update({ line: null, text: '', marked: -1, ...(isPhone && { isHintOpen: false }) });
      const { command, group, subcommand } = line.command;
      const options = Object.fromEntries(
        await Promise.all(
          Object.entries(parsed.options).map(async ([name, value]) => [
            name,
            value instanceof File ? await toUpload(value) : value,
          ]),
        ),
      );
      await askBot(toCommandName(line.command), 'slash', { command, group, subcommand, options });
    },
    suggest: async (line: CommandLine): Promise<void> => {
      const active = line.active === null ? undefined : line.filled[line.active];
      if (!active?.option.hasSuggestions) return;
      // Discord sends no files with what is being typed.
      const isOther = (one: Filled) => one !== active && one.text !== '' && !(one.value instanceof File);
      const others = { ...line, filled: line.filled.filter(isOther) };
      const parsed = toOptions(others);
      const { command, group, subcommand } = line.command;
      const suggested = await ask<CommandLine['suggested']>('autocomplete', {
        command,
        group,
        subcommand,
        options: 'options' in parsed ? parsed.options : {},
        focused: { name: active.option.name, value: active.text },
      });
      const now = state.line;
      const isStillTyped =
        now?.active !== null && now?.active !== undefined && now.filled[now.active] === active;
      if (suggested && now && isStillTyped) update({ line: { ...now, suggested } });
    },
    runMenu: (message: SeenMessage, command: string): Promise<void> => {
      update({ menu: null });
      return askBot(command, 'menu', { message: message.id, command });
    },
    press: (message: SeenMessage, customId: string): Promise<void> =>
      askBot(`${message.id} ${customId}`, 'press', { message: message.id, customId }),
    select: (message: SeenMessage, customId: string, values: readonly string[]): Promise<void> =>
      askBot(`${message.id} ${customId}`, 'select', { message: message.id, customId, values }),
    submit: ({ interactionId, channelId }: OpenModal, fields: object): Promise<void> => {
      update({ modal: null });
      return askBot('modal', 'submit', { channel: channelId, interaction: interactionId, fields });
    },
    remove: (message: SeenMessage) =>
      ask(message.isEphemeral ? 'dismiss' : 'delete', { message: message.id }),
    react: (message: SeenMessage, emoji: string, isMine: boolean) =>
      ask(isMine ? 'unreact' : 'react', { message: message.id, emoji }),
    setNetwork: (name: NetworkCondition) => ask('network', { name }),
    moveClock: (toMs: number) => ask('clock', { toMs: Math.round(toMs) }),
    setEngine: (name: string) => ask('engine', { name }),
    setReader: (reader: string, isReader: boolean) => ask('readers', { reader, isReader }),
    restart: async (): Promise<void> => {
      update({ pending: new Set([...state.pending, 'restart']) });
      await ask('restart', {});
      update({ pending: new Set([...state.pending].filter(one => one !== 'restart')) });
    },
  };
}
