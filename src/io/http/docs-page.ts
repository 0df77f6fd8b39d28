import { html } from 'hono/html';

type Operation = {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
};

type Description = {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The API description as a page that needs no script. */
export function toDocsPage({ info, paths = {}, components = {} }: Description) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, operation })),
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
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { overflow-x: auto; border: 1px solid #8884; border-radius: .4rem; padding: .6rem }
section, details { border-bottom: 1px solid #8884; padding: .8rem 0 }
h2 { margin-top: 2rem } h3 { margin: 0 0 .3rem; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0 } dd { margin: 0 }
.method { text-transform: uppercase; font-weight: 700; margin-right: .4rem }
</style>
</head>
<body>
<h1>${info.title} API ${info.version}</h1>
<p>${info.description ?? ''}</p>
<p>Send a token with each request: <code>Authorization: Bearer fn_…</code>. Create one with
<code>npm run footnote -- token create --guild ID --user ID</code>. The same description for programs:
<a href="/openapi.json">openapi.json</a>.</p>
<h2>Endpoints</h2>
${operations.map(
  ({ path, method, operation }) => html`<section>
<h3><span class="method">${method}</span><code>${path}</code></h3>
<p>${operation.summary ?? ''}${operation.summary?.endsWith('.') ? '' : '.'} ${operation.description ?? ''}</p>
${toParameters(operation)}
${operation.requestBody === undefined ? '' : html`<details><summary>Body</summary><pre>${toText(operation.requestBody)}</pre></details>`}
<details><summary>Answers</summary><dl>${Object.entries(operation.responses ?? {}).map(
    ([status, { description = '' }]) => html`<dt>${status}</dt><dd>${description}</dd>`,
  )}</dl></details>
</section>`,
)}
<h2>Schemas</h2>
${Object.entries(components.schemas ?? {}).map(
  ([name, schema]) => html`<details><summary>${name}</summary><pre>${toText(schema)}</pre></details>`,
)}
</body>
</html>`;
}

function toParameters({ parameters = [] }: Operation) {
  if (parameters.length === 0) return '';
  return html`<details><summary>Parameters</summary><dl>${parameters.map(parameter => {
    const { name, in: place, description, schema } = parameter as Record<string, unknown>;
    return html`<dt><code>${String(name)}</code> (${String(place)})</dt><dd>${String(description ?? '')} <code>${JSON.stringify(schema)}</code></dd>`;
  })}</dl></details>`;
}

function toText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
