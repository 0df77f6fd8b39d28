import { ApplicationCommandType as Kind } from 'discord-api-types/v10';
import { type Context, Hono } from 'hono';
import { refuse } from '../errors.ts';
import {
  type CommandBody,
  checkCounts,
  type Option,
  parseCommand,
  parseCommands,
} from '../limits/command.ts';
import { compareIds } from '../snowflake.ts';
import type { Command, State } from '../state.ts';
import { readBody } from './body.ts';

/** The application's commands, global and of single servers. */
export function commandRoutes(state: State): Hono {
  const routes = new Hono();
  for (const base of [
    '/applications/:application/commands',
    '/applications/:application/guilds/:guild/commands',
  ]) {
    addRoutes(state, routes, base);
  }
  return routes;
}

function addRoutes(state: State, routes: Hono, base: string): void {
  /** Null for global commands; refused if the application is not in the server. */
  const scopeOf = (context: Context): string | null => {
    if (context.req.param('application') !== state.application.id) throw refuse('missingAccess');
    const guildId = context.req.param('guild');
    if (guildId === undefined) return null;
    if (!state.guilds.get(guildId)?.members.has(state.application.id)) throw refuse('missingAccess');
    return guildId;
  };
  const open = (context: Context): Command => {
    const command = state.commands.get(context.req.param('command') ?? '');
    if (command?.scopeGuildId !== scopeOf(context)) throw refuse('unknownCommand');
    return command;
  };

  routes
    .get(base, context => context.json(commandsIn(state, scopeOf(context)).map(toPayload)))
    .put(base, async context => {
      const scope = scopeOf(context);
      const bodies = parseCommands((await readBody(context)).json);
      const old = commandsIn(state, scope);
      for (const command of old) state.commands.delete(command.id);
      const fresh = bodies.map(body => toCommand(state, scope, body, findSame(old, body)));
      for (const command of fresh) state.commands.set(command.id, command);
      return context.json(fresh.map(toPayload));
    })
    .post(base, async context => {
      const scope = scopeOf(context);
      const body = parseCommand((await readBody(context)).json);
      const others = commandsIn(state, scope);
      const same = findSame(others, body);
      if (!same) checkCounts([...others, body]);
      const command = toCommand(state, scope, body, same);
      state.commands.set(command.id, command);
      return context.json(toPayload(command), same ? 200 : 201);
    })
    .get(`${base}/:command`, context => context.json(toPayload(open(context))))
    .patch(`${base}/:command`, async context => {
      const old = open(context);
      const { json } = await readBody(context);
      const body = parseCommand({ ...toPayload(old), ...(typeof json === 'object' ? json : {}) });
      const command = toCommand(state, old.scopeGuildId, body, old);
      state.commands.set(command.id, command);
      return context.json(toPayload(command));
    })
    .delete(`${base}/:command`, context => {
      state.commands.delete(open(context).id);
      return context.body(null, 204);
    });
}

export function commandsIn(state: State, scope: string | null): Command[] {
  const commands = [...state.commands.values()].filter(command => command.scopeGuildId === scope);
  return commands.sort((a, b) => compareIds(a.id, b.id));
}

function findSame(commands: readonly Command[], body: CommandBody): Command | undefined {
  return commands.find(one => one.name === body.name && one.type === (body.type ?? Kind.ChatInput));
}

function toPayload({ scopeGuildId, ...command }: Command): object {
  return command;
}

function toCommand(state: State, scope: string | null, body: CommandBody, old: Command | undefined): Command {
  const permissions = body.default_member_permissions;
  const isDefined = permissions !== undefined && permissions !== null;
  const command = {
    id: old?.id ?? state.nextId(),
    application_id: state.application.id,
    version: state.nextId(),
    type: body.type ?? Kind.ChatInput,
    name: body.name,
    name_localizations: body.name_localizations ?? null,
    description: body.description ?? '',
    description_localizations: body.description_localizations ?? null,
    default_member_permissions: isDefined ? String(permissions) : null,
    dm_permission: body.dm_permission ?? true,
    contexts: body.contexts ?? null,
    integration_types: body.integration_types ?? [0],
    nsfw: body.nsfw ?? false,
    ...(scope === null ? {} : { guild_id: scope }),
    ...(body.options?.length ? { options: body.options.map(withoutNulls) } : {}),
    scopeGuildId: scope,
  };
  return command as unknown as Command; // the limits checked each option's shape
}

function withoutNulls(option: Option): object {
  const entries = Object.entries(option).filter(([, value]) => value !== null && value !== undefined);
  const { options, ...rest } = Object.fromEntries(entries);
  return option.options ? { ...rest, options: option.options.map(withoutNulls) } : rest;
}
