/** The page's only style: a printed page with notes, for light and dark mode, phones and print. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --ink: #23211d; --quiet: #6b665c; --rule: #dcd7ca; --accent: #8f3d22; --mark: #f6e7a6; --here: #f3eee0; --sure: #1f6b49; --doubt: #85520a;
  --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Palatino Linotype", Palatino, Cambria, Georgia, "Noto Serif", "DejaVu Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #191815; --ink: #e5e0d5; --quiet: #a09989; --rule: #38352e; --accent: #e59a78; --mark: #57491a; --here: #26241e; --sure: #7cc9a2; --doubt: #e3b45c; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 var(--serif); overflow-wrap: break-word; hyphens: manual; }
main { max-width: 66ch; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4.5rem) clamp(1.15rem, 5vw, 2rem) 4rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
header { border-bottom: 1px solid var(--rule); padding-bottom: 1.25rem; margin-bottom: 2rem; }
h1 { font-size: clamp(1.6rem, 1.3rem + 1.6vw, 2.15rem); line-height: 1.2; font-weight: 600; margin: 0 0 .75rem; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font: 600 .78rem/1.4 var(--sans); letter-spacing: .09em; text-transform: uppercase; color: var(--quiet); margin: 2.1rem 0 .55rem; }
header p { font: .84rem/1.55 var(--sans); color: var(--quiet); margin: .15rem 0; }
details { font: .84rem/1.55 var(--sans); color: var(--quiet); margin-top: .6rem; }
summary { display: inline-block; list-style: none; cursor: pointer; color: var(--accent); padding: .2rem 0; }
summary::before { content: "▸\\2002"; }
details[open] > summary::before { content: "▾\\2002"; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
details h2 { font-size: .74rem; margin: 1rem 0 .3rem; }
details ul { list-style: none; margin: 0; padding: 0; }
details li { margin: .45rem 0; overflow-wrap: anywhere; color: var(--ink); }
details li a { color: inherit; text-decoration-color: var(--rule); }
details li a.n, details li a.out { color: var(--accent); white-space: nowrap; }
details > p { margin: .9rem 0 0; }
.empty { font-style: italic; color: var(--quiet); }
.claims { list-style: none; margin: 0; padding: 0; }
.claims > li { position: relative; margin: .5rem 0; padding-left: 1.35rem; overflow-wrap: anywhere; }
.claims > li::before { content: "–"; position: absolute; left: .1rem; color: var(--quiet); }
.label { font: 600 .66em/1 var(--sans); letter-spacing: .07em; text-transform: uppercase; color: var(--quiet); border: 1px solid var(--rule); border-radius: 3px; padding: .18em .45em; margin-right: .2em; vertical-align: .12em; white-space: nowrap; }
/* What came of a check is told by color and form: a reader may see only one of them. */
.label.verified { color: var(--sure); border-color: currentColor; border-radius: 1em; }
.label.verified::before { content: "✓ "; }
.label.sources { color: var(--quiet); border-color: currentColor; }
.label.sources::before { content: "† "; }
.label.unclear { color: var(--doubt); border: 1.5px dashed currentColor; border-radius: 0; }
.label.unclear::before { content: "? "; }
.label.unfound { border-style: dotted; border-color: currentColor; }
.label.unfound::before { content: "– "; }
.aside { color: var(--quiet); }
.note { display: block; font: .82rem/1.5 var(--sans); color: var(--quiet); padding-left: .7rem; border-left: 2px solid var(--mark); margin-top: .15rem; }
.n { font: .7em/1 var(--sans); vertical-align: .42em; text-decoration: none; font-variant-numeric: tabular-nums; white-space: nowrap; padding: .2em .05em; }
.n::before { content: "\\2060"; }
.n:hover { text-decoration: underline; }
.more { font: .74em/1 var(--sans); white-space: nowrap; }
section.sources { margin-top: 3rem; border-top: 1px solid var(--rule); font-size: .95rem; line-height: 1.5; }
section.sources h2 { margin-top: 1.4rem; }
section.sources ol { list-style: none; margin: 0; padding: 0; }
section.sources ol > li { display: grid; grid-template-columns: 2.1rem minmax(0, 1fr); padding: .6rem .5rem .6rem 0; border-radius: 4px; }
section.sources .number { font: .8rem/1.75 var(--sans); color: var(--accent); font-variant-numeric: tabular-nums; text-align: right; padding-right: .7rem; white-space: nowrap; }
section.sources p { margin: 0; }
.meta { font: .8rem/1.65 var(--sans); color: var(--quiet); overflow-wrap: anywhere; }
.meta b { color: var(--ink); }
.meta a { white-space: nowrap; }
.said { white-space: pre-wrap; overflow-wrap: anywhere; margin-top: .1rem !important; }
mark { background: var(--mark); color: inherit; border-radius: 2px; padding: .04em .08em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.back { text-decoration: none; padding: 0 .15em; }
:target { background: var(--here); box-shadow: 0 0 0 .45rem var(--here); border-radius: 3px; }
section.sources ol > li:target { box-shadow: inset 3px 0 0 var(--accent); }
@media (max-width: 30rem) { body { font-size: 1rem; } section.sources ol > li { grid-template-columns: 1.7rem minmax(0, 1fr); } }
@media print {
  :root { --paper: #fff; --ink: #000; --quiet: #444; --rule: #bbb; --accent: #000; --mark: #eee; --here: transparent; --sure: #000; --doubt: #000; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; } .back { display: none; }
  h2 { break-after: avoid; } li { break-inside: avoid; }
  .out::after { content: " " attr(href); font-size: .85em; overflow-wrap: anywhere; white-space: normal; }
}
`;

/** The style of what the script adds. Without scripts, it has no effect. */
export const viewerStyle = `
.filters { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; font: .84rem/1.4 var(--sans); }
.filters select { max-width: 11rem; text-overflow: ellipsis; }
.filters label { display: inline-flex; align-items: center; gap: .35rem; max-width: 100%; color: var(--quiet); }
select, button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 5px; padding: .25rem .5rem; min-width: 0; max-width: 100%; }
button { cursor: pointer; }
button:disabled { color: var(--quiet); cursor: default; opacity: .6; }
button:focus-visible, select:focus-visible, .feed:focus-visible, article:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.feed:focus-visible { outline-offset: -2px; }
.keys { font: .78rem/1.5 var(--sans); color: var(--quiet); margin: .6rem 0 1.5rem; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
[hidden] { display: none !important; }
.viewer .claims > li { cursor: pointer; scroll-margin-top: 3rem; }
.tools { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .9rem; font: .78rem/1.5 var(--sans); color: var(--quiet); }
.tools .show { border: 0; background: none; color: var(--accent); padding: .1rem 0; }
.viewer .claims > .lit { background: var(--here); box-shadow: 0 0 0 .45rem var(--here); border-radius: 3px; }
.conversation { background: var(--paper); min-width: 0; display: flex; flex-direction: column; }
.conversation h2 { margin: 0; padding: .8rem 1.2rem .5rem; }
.toggle { all: unset; }
.cited-only { font: .8rem/1.5 var(--sans); color: var(--quiet); margin: 0 1.2rem .4rem; }
.feed { flex: 1; overflow-y: auto; overflow-x: hidden; min-height: 0; padding: 0 .9rem 3rem; position: relative; }
.chunk { content-visibility: auto; contain-intrinsic-size: auto 4000px; }
.message { padding: .35rem .6rem; border-left: 3px solid transparent; border-radius: 3px; font-size: .95rem; line-height: 1.5; }
.message p { margin: 0; }
.message .number { color: var(--accent); }
.message.cited { border-left-color: var(--rule); cursor: pointer; }
.message.lit { background: var(--here); border-left-color: var(--accent); }
.message.here { box-shadow: inset 0 0 0 1px var(--accent); }
.message mark { background: none; border-bottom: 1px dotted var(--quiet); border-radius: 0; }
.message mark.lit { background: var(--mark); border-bottom-color: transparent; border-radius: 2px; }
.claims-of { border: 0; background: none; color: var(--accent); padding: 0; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; }
@media screen {
  body.viewer { height: 100dvh; overflow: clip; }
  .viewer section.sources { display: none; }
  .viewer main { position: relative; height: 100dvh; overflow-y: auto; }
}
@media screen and (min-width: 60.01rem) {
  body.viewer { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .viewer main { width: 100%; max-width: none; padding: 2.5rem clamp(1.5rem, 4vw, 3.5rem) 4rem; }
  .viewer main > * { max-width: 35rem; margin-left: auto; margin-right: auto; }
  .conversation { height: 100dvh; border-left: 1px solid var(--rule); }
}
@media screen and (max-width: 60rem) {
  .viewer main { padding-bottom: 6rem; }
  .viewer:has(.conversation.open) main { padding-bottom: 60dvh; }
  .filters { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .filters label { flex-direction: column; align-items: stretch; }
  .filters select { max-width: none; }
  .conversation { position: fixed; inset: auto 0 0; z-index: 2; height: 50dvh; border-top: 1px solid var(--rule); box-shadow: 0 -4px 16px #0002; }
  .conversation:not(.open) { height: auto; }
  .conversation:not(.open) > :not(h2) { display: none; }
  .conversation h2 { padding: 0; }
  .toggle { display: block; cursor: pointer; box-sizing: border-box; width: 100%; padding: .8rem 1.2rem; color: var(--accent); }
  .toggle::after { content: " ▴"; }
  .open .toggle::after { content: " ▾"; }
  .toggle:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .keys { display: none; }
  .viewer select, .viewer button { min-height: 2.75rem; }
  .viewer button { min-width: 2.75rem; }
  .viewer summary { padding: .85rem 0; }
  /* As high as a finger needs, over the lines above and below. */
  .message .out, .message .claims-of { position: relative; display: inline-block; padding: .8rem .3rem; margin: -.8rem -.3rem; }
}
@media print { .filters, .keys, .tools, .conversation { display: none !important; } [hidden] { display: revert !important; } .empty[hidden] { display: none !important; } }
`;
