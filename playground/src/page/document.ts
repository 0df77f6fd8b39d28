/** The place to open if the address contains none. */
export type StartPlace = { readonly userId: string; readonly channelId: string; readonly messageId: string };

/** The HTML before its script runs. */
export function toDocument(start?: StartPlace): string {
  const place = start ? ` data-start="${start.userId}/${start.channelId}/${start.messageId}"` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="dark">
<title>Footnote demo</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%232f9e6e'/%3E%3Ctext x='16' y='21.5' font-family='sans-serif' font-size='14' font-weight='700' text-anchor='middle' fill='white'%3E[1]%3C/text%3E%3C/svg%3E">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body${place}>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;
}
