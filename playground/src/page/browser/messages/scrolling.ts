/** Keeps the scroll position: at the end while the reader is there, at a message after a jump. */
export type Scrolling = {
  /** Called after each render. */
  readonly settle: (view: Settled) => void;
};

export type Settled = {
  readonly channelId: string | null;
  readonly litId: string | null;
  /** The newest message at the place where the reader asked; they wait for a newer one. */
  readonly answerId: string | null;
};

const NEAR_PX = 60;

/** Starts at the message `startId`, or at the end. */
export function createScrolling(root: HTMLElement, startId: string | null): Scrolling {
  let isAtEnd = true;
  let channelId: string | null = null;
  let litId: string | null = null;
  /** The message to scroll to once it is rendered. */
  let wantedId = startId;
  let isFocused = true;
  let answerId: string | null = null;
  let followedId: string | null = null;
  let height = 0;
  let top = 0;
  let watched: Element | null = null;

  const place = (): void => {
    const box = root.querySelector<HTMLElement>('.scroller');
    if (!box) return;
    const wanted = wantedId === null ? null : root.querySelector<HTMLElement>(`#message-${wantedId}`);
    const followed = followedId === null ? null : root.querySelector<HTMLElement>(`#message-${followedId}`);
    if (wanted) wanted.scrollIntoView({ block: wanted.offsetHeight > box.clientHeight ? 'start' : 'center' });
    else if (followed && followed.offsetHeight > box.clientHeight) followed.scrollIntoView();
    else if (isAtEnd) box.scrollTop = box.scrollHeight;
    else if (box.scrollTop < NEAR_PX && box.scrollHeight > height && height > 0) {
      // Older messages were added above: keep the position.
      box.scrollTop += box.scrollHeight - height;
    }
    height = box.scrollHeight;
    top = box.scrollTop;
  };
  // The library's elements render later and then grow.
  const observer = new ResizeObserver(place);

  const onScroll = (event: Event): void => {
    const box = event.currentTarget;
    if (!(box instanceof HTMLElement)) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    // Growth below does not move the reader; only scrolling up leaves the end.
    isAtEnd = box.scrollTop < top ? isNear : isAtEnd || isNear;
    top = box.scrollTop;
  };
  const onWheel = (): void => {
    wantedId = null;
    followedId = null;
  };

  return {
    settle: view => {
      const box = root.querySelector<HTMLElement>('.scroller');
      const list = box?.firstElementChild ?? null;
      if (list && list !== watched) {
        observer.disconnect();
        observer.observe(list);
        if (box) observer.observe(box);
        watched = list;
        box?.addEventListener('scroll', onScroll, { passive: true });
        box?.addEventListener('wheel', onWheel, { passive: true });
        box?.addEventListener('touchmove', onWheel, { passive: true });
      }
      if (view.channelId !== channelId) {
        if (channelId !== null) wantedId = null;
        channelId = view.channelId;
        answerId = view.answerId;
        followedId = null;
        isAtEnd = true;
        height = 0;
      }
      if (view.answerId !== answerId) {
        answerId = view.answerId;
        followedId = answerId;
        wantedId = null;
        isAtEnd = true;
      }
      if (view.litId !== litId) {
        litId = view.litId;
        if (litId !== null) {
          wantedId = litId;
          followedId = null;
          isAtEnd = false;
          isFocused = false;
        }
      }
      place();
      const lit = litId === null ? null : root.querySelector<HTMLElement>(`#message-${litId}`);
      if (!lit || isFocused) return;
      isFocused = true;
      lit.focus({ preventScroll: true });
    },
  };
}
