import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { Hono } from 'hono';
import { readOneOf } from '../checks/fields.ts';
import type { CallBindings } from '../messages/call.ts';
import { readModel } from '../models.ts';
import { toPage } from '../pages.ts';
import type { ClaudeState } from '../state.ts';
import { applyCallFaults } from './call-faults.ts';

const stages = ['active', 'deprecated', 'retired'] as const satisfies readonly ModelInfo['lifecycle'][];

export function modelRoutes(state: ClaudeState): Hono<CallBindings> {
  const routes = new Hono<CallBindings>();
  // As servers in Python and in Go answer to a path that they do not have.
  if (state.lacks.includes('models'))
    routes.get('/v1/models/*', context =>
      state.lacks.includes('errors')
        ? context.text('404 page not found\n', 404)
        : context.json({ detail: 'Not Found' }, 404),
    );

  routes.get('/v1/models', async context => {
    const met = await applyCallFaults(context.get('call'), state.box.take('GET /v1/models'));
    if (met) return met;
    const query = new URL(context.req.url).searchParams;
    const asked = [...query.getAll('lifecycle[]'), ...query.getAll('lifecycle')].map(each =>
      readOneOf(each, stages, 'lifecycle'),
    );
    const wanted: readonly string[] = asked.length > 0 ? asked : ['active', 'deprecated'];
    const listed = state.models
      .map(({ info }) => info)
      .filter(({ lifecycle }) => wanted.includes(lifecycle))
      .sort((a, b) => b.created_at.localeCompare(a.created_at));
    return context.json(toPage(listed, query));
  });

  routes.get('/v1/models/:id', context => context.json(readModel(state.models, context.req.param('id'))));

  return routes;
}
