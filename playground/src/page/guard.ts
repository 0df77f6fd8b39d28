import type { MiddlewareHandler } from 'hono';

/** The page's Content-Security-Policy: a second protection against untrusted message text. */
function toPolicy(attachmentsUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library sets style attributes.
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
 * Accepts requests only from the page itself. Otherwise another web page in the same browser could press buttons here,
 * with this address or, by DNS rebinding, with its own.
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
