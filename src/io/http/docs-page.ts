import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';

type Description = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The API description as a page that needs no script: what each endpoint is for, and the rest as in openapi.json. */
export function toDocsPage({ info, paths = {}, components = {} }: Description) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { readonly summary?: string; readonly description?: string }>).map(
      ([method, { summary = '', description = '', ...rest }]) =>
        html`<h3><code>${method.toUpperCase()} ${path}</code></h3><p>${summary}${summary.endsWith('.') ? '' : '.'} ${description}</p>${toDetails('Parameters and answers', rest)}`,
    ),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1rem }
pre { overflow-x: auto; border: 1px solid #8884; border-radius: .4rem; padding: .6rem }
h3 { margin: 2rem 0 0; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>${info.title} API ${info.version}</h1>
<p>${info.description}</p>
<p>Send a token with each request: <code>Authorization: Bearer fn_…</code>. Create one with
<code>npm run footnote -- token create --guild ID --user ID</code>. The same description for programs:
<a href="/openapi.json">openapi.json</a>.</p>
<h2>Endpoints</h2>
${operations}
<h2>Schemas</h2>
${Object.entries(components.schemas ?? {}).map(([name, schema]) => toDetails(name, schema))}
</body>
</html>`;
}

function toDetails(name: string, value: unknown) {
  return html`<details><summary>${name}</summary><pre>${JSON.stringify(value, null, 2)}</pre></details>`;
}
