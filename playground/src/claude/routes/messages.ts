import { type Context, Hono } from 'hono';
import { parseBody } from '../checks/body.ts';
import { isFields } from '../checks/fields.ts';
import { checkRequest } from '../checks/request.ts';
import { applyLacks } from '../conditions/lacks.ts';
import type { CallBindings } from '../messages/call.ts';
import { toHead, write } from '../messages/write-answer.ts';
import { type ClaudeModel, createOtherModel } from '../models.ts';
import { sendMessage, sendStream } from '../send.ts';
import type { ClaudeState } from '../state.ts';
import { alreadySent, applyCallFaults } from './call-faults.ts';

export function messageRoutes(state: ClaudeState): Hono<CallBindings> {
  const routes = new Hono<CallBindings>();

  routes.post('/v1/messages', async context => {
    const call = context.get('call');
    const faults = state.box.take(state.routeOf(findSchema(context)) ?? 'POST /v1/messages');
    const met = await applyCallFaults(call, faults);
    if (met) return met;
    const body = applyLacks(readBody(context), state.lacks);
    const request = checkRequest(body, toModels(state, body), 'create');
    const head = toHead(state, request);
    const { freshTokens, writtenTokens } = head.input;
    const told = state.rateLimiter.take(head.model, freshTokens + writtenTokens);
    for (const [name, value] of Object.entries(told)) call.outgoing.setHeader(name, value);
    const answer = await write(state, request, faults);
    state.rateLimiter.spend(head.model, answer.outputTokens);
    const sending = { head, answer, faults, pace: state.pace, random: state.random };
    if (request.isStreamed) {
      await sendStream(call, sending);
      return alreadySent;
    }
    const message = await sendMessage(call, sending);
    return message ? context.json(message) : alreadySent;
  });

  routes.post('/v1/messages/count_tokens', async context => {
    const met = await applyCallFaults(context.get('call'), state.box.take('POST /v1/messages/count_tokens'));
    if (met) return met;
    const { inputTokens } = checkRequest(readBody(context), state.models, 'count');
    return context.json({ input_tokens: inputTokens });
  });

  return routes;
}

/** The schema asked for, before the body is checked, because a fault may replace the check; undefined without one. */
function findSchema(context: Context<CallBindings>): unknown {
  try {
    return ['output_config', 'format', 'schema'].reduce(
      (node: unknown, key) =>
        typeof node === 'object' && node !== null
          ? Object.getOwnPropertyDescriptor(node, key)?.value
          : undefined,
      readBody(context),
    );
  } catch {
    return undefined;
  }
}

/** Another server takes any name. */
function toModels({ models, lacks }: ClaudeState, body: unknown): readonly ClaudeModel[] {
  const name = isFields(body) ? body['model'] : undefined;
  return lacks.includes('models') && typeof name === 'string' ? [createOtherModel(name)] : models;
}

function readBody(context: Context<CallBindings>): unknown {
  return parseBody(context.get('bytes'));
}
