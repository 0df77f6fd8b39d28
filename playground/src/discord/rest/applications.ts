import { ApplicationFlags } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { userPayloadOf } from '../payloads/people.ts';
import type { State } from '../state.ts';

/** What a bot is told before it connects. */
export type Recommended = { readonly shards: number; readonly loginGroups: number };

/** The application and the address of its gateway. */
export function applicationRoutes(state: State, gatewayUrl: () => string, recommended: Recommended): Hono {
  const show = () => {
    const { id, name, ownerId } = state.application;
    const flags = toApplicationFlags(state);
    return {
      id,
      name,
      icon: null,
      description: '',
      type: null,
      bot: userPayloadOf(state, id),
      bot_public: true,
      bot_require_code_grant: false,
      verify_key: '0'.repeat(64),
      flags,
      flags_new: String(flags),
      redirect_uris: [],
      interactions_endpoint_url: null,
      role_connections_verification_url: null,
      owner: userPayloadOf(state, ownerId),
      approximate_guild_count: [...state.guilds.values()].filter(guild => guild.members.has(id)).length,
      approximate_user_install_count: 0,
      approximate_user_authorization_count: 0,
      explicit_content_filter: 0,
      team: null,
      eligible_oauth2_scopes: [],
      integration_types_config: { 0: {}, 1: {} },
    };
  };
  return new Hono()
    .get('/gateway', context => context.json({ url: gatewayUrl() }))
    .get('/gateway/bot', context =>
      context.json({
        url: gatewayUrl(),
        shards: recommended.shards,
        session_start_limit: {
          total: 1000,
          remaining: 999,
          reset_after: 14_400_000,
          max_concurrency: recommended.loginGroups,
        },
      }),
    )
    .get('/applications/@me', context => context.json(show()))
    .get('/oauth2/applications/@me', context => context.json(show()));
}

/** The privileged intents of a small bot, as application flags. */
export function toApplicationFlags(state: State): number {
  const { messageContent, members, presences } = state.application.approved;
  return (
    (messageContent ? ApplicationFlags.GatewayMessageContentLimited : 0) |
    (members ? ApplicationFlags.GatewayGuildMembersLimited : 0) |
    (presences ? ApplicationFlags.GatewayPresenceLimited : 0)
  );
}
