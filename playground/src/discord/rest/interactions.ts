import { InteractionResponseType as Answer, MessageFlags } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { type Responded, respond } from '../interactions/respond.ts';
import {
  deleteOwnMessage,
  editOwnMessage,
  findOwnMessage,
  followUp,
  openWebhook,
} from '../interactions/webhook.ts';
import { PERSON, toMessagePayload } from '../payloads/messages.ts';
import type { Message, State } from '../state.ts';
import { readBody } from './body.ts';

/** Answers to interactions: the callback, then the webhook with the interaction's token. */
export function interactionRoutes(state: State): Hono {
  const show = (message: Message) => toMessagePayload(state, message, PERSON);
  return new Hono()
    .post('/interactions/:interaction/:token/callback', async context => {
      const { json, files } = await readBody(context);
      const { interaction, token } = context.req.param();
      const responded = respond(state, interaction, token, json, files);
      if (context.req.query('with_response') !== 'true') return context.body(null, 204);
      return context.json(toCallbackPayload(responded, show));
    })
    .post('/webhooks/:webhook/:token', async context => {
      const { json, files } = await readBody(context);
      const interaction = openWebhook(state, context.req.param('webhook'), context.req.param('token'));
      return context.json(show(followUp(state, interaction, json, files)));
    })
    .get('/webhooks/:webhook/:token/messages/:message', context => {
      const interaction = openWebhook(state, context.req.param('webhook'), context.req.param('token'));
      return context.json(show(findOwnMessage(state, interaction, context.req.param('message'))));
    })
    .patch('/webhooks/:webhook/:token/messages/:message', async context => {
      const { json, files } = await readBody(context);
      const interaction = openWebhook(state, context.req.param('webhook'), context.req.param('token'));
      return context.json(
        show(editOwnMessage(state, interaction, context.req.param('message'), json, files)),
      );
    })
    .delete('/webhooks/:webhook/:token/messages/:message', context => {
      const interaction = openWebhook(state, context.req.param('webhook'), context.req.param('token'));
      deleteOwnMessage(state, interaction, context.req.param('message'));
      return context.body(null, 204);
    });
}

function toCallbackPayload(
  { interaction, type, message }: Responded,
  show: (message: Message) => object,
): object {
  const brings = type === Answer.ChannelMessageWithSource || type === Answer.UpdateMessage;
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      channel_id: interaction.channelId,
      ...(interaction.guildId ? { guild_id: interaction.guildId } : {}),
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: (message.flags & MessageFlags.Loading) !== 0,
            response_message_ephemeral: message.ephemeralTo !== null,
          }
        : {}),
    },
    ...(message && brings ? { resource: { type, message: show(message) } } : {}),
  };
}
