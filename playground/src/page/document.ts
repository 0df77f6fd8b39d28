/** The place to open if the address contains none. */
export type StartPlace = { readonly userId: string; readonly channelId: string; readonly messageId: string };

export type DocumentOptions = {
  /** Default "Playground". */
  readonly title?: string;
  /** A few characters for the tab's icon; default "#". */
  readonly icon?: string;
  readonly start?: StartPlace | undefined;
};

/** The HTML before its script runs. */
export function toDocument({ title = 'Playground', icon = '#', start }: DocumentOptions): string {
  const place = start ? ` data-start="${start.userId}/${start.channelId}/${start.messageId}"` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(toIcon(icon))}">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body${place}>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;
}

function toIcon(text: string): string {
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='9' fill='#2f9e6e'/><text x='16' y='21.5' font-family='sans-serif' font-size='14' font-weight='700' text-anchor='middle' fill='white'>${escapeHtml(text)}</text></svg>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`);
}
