/** The style of what the script adds; it counts only where the script runs. */
export const viewerStyle = `
.filters { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; font: .84rem/1.4 var(--sans); }
.filters select { max-width: 11rem; text-overflow: ellipsis; }
.filters label { display: inline-flex; align-items: center; gap: .35rem; max-width: 100%; color: var(--quiet); }
select, button, input { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--rule); border-radius: 5px; padding: .25rem .5rem; min-width: 0; max-width: 100%; }
button { cursor: pointer; }
button:disabled { color: var(--quiet); cursor: default; opacity: .6; }
button:focus-visible, select:focus-visible, input:focus-visible, .feed:focus-visible, article:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.feed:focus-visible { outline-offset: -2px; }
.keys { font: .78rem/1.5 var(--sans); color: var(--quiet); margin: .6rem 0 0; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
[hidden] { display: none !important; }
.viewer .claims > li { cursor: pointer; scroll-margin-top: 3rem; }
.tools { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .9rem; font: .78rem/1.5 var(--sans); color: var(--quiet); }
.tools .show { border: 0; background: none; color: var(--accent); padding: .1rem 0; }
.tools .checks { margin: 0; font: inherit; }
.checks[open] { flex-basis: 100%; }
.checks summary { color: var(--quiet); }
.checks .outcome { font-weight: 600; color: var(--quiet); }
.checks .pass .outcome { color: var(--sure); }
.checks .fail .outcome { color: var(--doubt); }
.viewer .claims > .lit { background: var(--here); box-shadow: 0 0 0 .45rem var(--here); border-radius: 3px; }
.conversation { background: var(--paper); min-width: 0; display: flex; flex-direction: column; }
.conversation h2 { margin: 0; padding: .8rem 1.2rem .5rem; }
.toggle { all: unset; }
::highlight(found) { background: var(--accent); color: var(--paper); }
.search { display: flex; align-items: center; gap: .4rem; margin: 0 1.2rem .6rem; font: .84rem/1.4 var(--sans); }
.search input { flex: 1; }
.search output { color: var(--quiet); white-space: nowrap; font-variant-numeric: tabular-nums; }
.strip { position: relative; height: 1.1rem; margin: 0 1.2rem .6rem; background: var(--here); border-radius: 3px; overflow: hidden; cursor: pointer; flex: none; }
.strip i, .strip s { position: absolute; top: 0; bottom: 0; min-width: 3px; }
.strip i { width: 3px; margin-left: -1px; background: var(--accent); opacity: .6; }
.strip i.lit { opacity: 1; width: 6px; }
.strip s { background: repeating-linear-gradient(45deg, var(--rule) 0 4px, transparent 4px 8px); }
.cited-only { font: .8rem/1.5 var(--sans); color: var(--quiet); margin: 0 1.2rem .4rem; }
.feed { flex: 1; overflow-y: auto; overflow-x: hidden; min-height: 0; padding: 0 .9rem 3rem; position: relative; }
.message { padding: .35rem .6rem; border-left: 3px solid transparent; border-radius: 3px; font-size: .95rem; line-height: 1.5; }
.message p { margin: 0; }
.message .number { color: var(--accent); }
.message.cited { border-left-color: var(--rule); cursor: pointer; }
.message.lit { background: var(--here); border-left-color: var(--accent); }
.message.here { box-shadow: inset 0 0 0 1px var(--accent); }
.message mark { background: none; border-bottom: 1px dotted var(--quiet); border-radius: 0; }
.message mark.lit { background: var(--mark); border-bottom-color: transparent; border-radius: 2px; }
.claims-of { border: 0; background: none; color: var(--accent); padding: 0; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; }
.preview { position: fixed; z-index: 3; max-width: min(24rem, calc(100vw - 1rem)); background: var(--paper); border: 1px solid var(--quiet); border-radius: 5px; padding: .5rem .7rem; font: .84rem/1.5 var(--sans); box-shadow: 0 4px 16px #0003; overflow-wrap: anywhere; pointer-events: none; }
.preview p { margin: .2rem 0 0; font-family: var(--serif); white-space: pre-wrap; }
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
  .viewer select, .viewer button, .viewer input { min-height: 2.75rem; }
  .viewer button { min-width: 2.75rem; }
  .viewer summary { padding: .85rem 0; }
  .conversation .strip { height: 2.75rem; margin-block: -.5rem 0; background: linear-gradient(var(--here) 0 0) center / 100% 1.1rem no-repeat; }
  .strip i, .strip s { top: .825rem; bottom: .825rem; }
  /* As high as a finger needs, over the lines above and below. */
  .message .out, .message .claims-of { position: relative; display: inline-block; padding: .8rem .3rem; margin: -.8rem -.3rem; }
  .facts li:has(a) { display: block; }
  .facts li:has(a)::after { content: none !important; }
  .facts a { display: inline-block; padding: .6rem 0; }
}
@media print { .filters, .search, .keys, .tools, .conversation, .preview { display: none !important; } [hidden] { display: revert !important; } .empty[hidden] { display: none !important; } }
`;
