import type { MiddlewareHandler } from 'hono';

/** What the page may load and whither it may connect; the text of messages is foreign, so this is a second wall. */
function toPolicy(attachmentsUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library styles elements by attribute.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${attachmentsUrl}`,
    `media-src ${attachmentsUrl}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

/**
 * Lets in nobody but the page itself: another web page open in the same browser could otherwise press buttons here,
 * under this address or, by rebinding a name, under its own.
 */
export function guard(port: () => number, attachmentsUrl: string): MiddlewareHandler {
  const policy = toPolicy(attachmentsUrl);
  return async (context, next) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    const host = context.req.header('host') ?? '';
    const origin = context.req.header('origin');
    const isOwn = hosts.includes(host) && (origin === undefined || origin === `http://${host}`);
    const isChange = context.req.method !== 'GET';
    const isJson = context.req.header('content-type')?.startsWith('application/json') === true;
    if (!isOwn || (isChange && (origin === undefined || !isJson))) {
      context.res = context.json({ message: 'This page is only for itself.' }, 403);
      return;
    }
    await next();
    context.res.headers.set('Content-Security-Policy', policy);
    context.res.headers.set('X-Content-Type-Options', 'nosniff');
    context.res.headers.set('Referrer-Policy', 'no-referrer');
    context.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    context.res.headers.set('Cache-Control', 'no-store');
  };
}
