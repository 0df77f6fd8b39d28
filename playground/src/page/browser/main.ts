import { render } from 'lit';
import { createPageActions } from './actions.ts';
import { renderApp } from './app.ts';
import { share } from './bar/share.ts';
import { createCursor } from './composer/cursor.ts';
import { restyleLibrary } from './library.ts';
import { toPlaygroundMs } from './messages/clock-times.ts';
import { createScrolling } from './messages/scrolling.ts';
import { fetchPeople, watch } from './server-link.ts';
import { createPageState, type PageState } from './state.ts';

restyleLibrary();

const state = createPageState();
const placeCursor = createCursor();
const [startUserId, startChannelId, startMessageId] = (
  location.hash.slice(1) ||
  document.body.dataset['start'] ||
  ''
).split('/');
const scrolling = createScrolling(document.body, startMessageId ?? null);
let isDrawing = false;

function draw(): void {
  isDrawing = false;
  render(renderApp(page, pageActions), document.body);
  const open = state.snapshot?.open;
  const newest = open?.messages.at(-1);
  const isAnswer = newest?.isEphemeral || newest?.interaction_metadata?.user.id === state.userId;
  scrolling.settle({
    channelId: open?.channel.id ?? null,
    litId: state.litId,
    answerId: isAnswer && newest ? newest.id : null,
  });
  placeCursor(state);
}

function update(change: Partial<PageState>): void {
  Object.assign(state, change);
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(draw);
}

let stopWatching: () => void = () => undefined;

function watchAgain(): void {
  const { userId, channelId, limit } = state;
  if (userId === null) return;
  stopWatching();
  rememberPlace();
  stopWatching = watch(
    { userId, channelId, limit },
    picture => {
      const snapshot = share(state.snapshot, picture);
      update({ snapshot });
      const first = snapshot.channels.find(one => one.kind === 'text');
      if (snapshot.open === null && state.channelId === null && first) pageActions.open(first.id);
      if (snapshot.open) document.title = `#${snapshot.open.channel.name} – ${state.title}`;
    },
    isConnected => update({ isConnected }),
  );
}

/** The address contains person and channel, so that a reload keeps them. */
function rememberPlace(): void {
  history.replaceState(null, '', `#${state.userId}/${state.channelId ?? ''}`);
}

/** The clock of the bar shows minutes. */
const LOOK_EVERY_MS = 1000;
let minute = 0;
setInterval(() => {
  const now = state.snapshot ? Math.floor(toPlaygroundMs(state.snapshot) / 60_000) : 0;
  if (now !== minute) update({});
  minute = now;
}, LOOK_EVERY_MS);

const page = { state, update };
const pageActions = createPageActions(page, watchAgain);

const people = await fetchPeople();
const me = people.find(one => one.id === startUserId) ?? people[0];
update({ userId: me?.id ?? null, channelId: startChannelId || null });
watchAgain();
