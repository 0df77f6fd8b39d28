/** Keeps the list where its reader expects it: at its end while they are there, at a message they jumped to. */
export type Scrolling = {
  /** To be called after each time the page was drawn. */
  readonly settle: (view: { readonly channelId: string | null; readonly litId: string | null }) => void;
};

const NEAR_PX = 60;

export function createScrolling(root: HTMLElement): Scrolling {
  let isAtEnd = true;
  let channelId: string | null = null;
  let litId: string | null = null;
  /** The message that is to be brought into view once it is there. */
  let wantedId: string | null = null;
  let isFocused = true;
  let height = 0;
  let watched: Element | null = null;

  const place = (): void => {
    const box = root.querySelector<HTMLElement>('.scroller');
    if (!box) return;
    const wanted = wantedId === null ? null : root.querySelector<HTMLElement>(`#message-${wantedId}`);
    if (wanted) wanted.scrollIntoView({ block: 'center' });
    else if (isAtEnd) box.scrollTop = box.scrollHeight;
    else if (box.scrollTop < NEAR_PX && box.scrollHeight > height && height > 0) {
      // Older messages came in above: what was being read stays where it is.
      box.scrollTop += box.scrollHeight - height;
    }
    height = box.scrollHeight;
  };
  // The library's elements draw themselves a moment later, and then are higher.
  const observer = new ResizeObserver(place);

  const onScroll = (event: Event): void => {
    const box = event.currentTarget;
    if (box instanceof HTMLElement) isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
  };
  const onWheel = (): void => {
    wantedId = null;
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
        channelId = view.channelId;
        isAtEnd = true;
        height = 0;
      }
      if (view.litId !== litId) {
        litId = view.litId;
        if (litId !== null) {
          wantedId = litId;
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
