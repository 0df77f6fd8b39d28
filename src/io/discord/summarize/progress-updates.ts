/** How often somebody who waits is shown how far it has come. */
export type Pace = {
  /** What is over sooner shows nothing of itself. */
  readonly afterMs: number;
  /** From the end of one showing to the next; Discord takes about five edits of an answer in five seconds. */
  readonly everyMs: number;
};

export const usualPace: Pace = { afterMs: 1_500, everyMs: 2_000 };

export type ShowingOptions<Body> = {
  readonly pace: Pace;
  /** What there is to show now; null is nothing. */
  readonly toBody: () => Body | null;
  /** Asked before every showing. */
  readonly mayShow?: () => Promise<boolean>;
  readonly show: (body: Body) => Promise<unknown>;
  /** Hears of what `mayShow` and `show` throw; whether to go on. */
  readonly onLost: (error: unknown) => boolean;
};

/** Ends when the showing under way, if one is, has ended; after that nothing is shown. */
export type Showing = { readonly end: () => Promise<void> };

/** Shows again and again what there is to show, one at a time, and nothing twice. */
export function beginShowing<Body>({ pace, toBody, mayShow, show, onLost }: ShowingOptions<Body>): Showing {
  let isOver = false;
  let last = '';
  let underWay: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;

  const showChange = async (): Promise<void> => {
    const isNew = (body: Body | null) => body !== null && JSON.stringify(body) !== last;
    if (!isNew(toBody()) || (mayShow && !(await mayShow()))) return;
    // Made anew: while leave was asked for, something may have been deleted.
    const body = toBody();
    if (isOver || body === null || !isNew(body)) return;
    underWay = show(body);
    await underWay;
    last = JSON.stringify(body);
  };

  const goOn = async (): Promise<void> => {
    let wants = true;
    try {
      await showChange();
    } catch (error) {
      wants = onLost(error);
    }
    if (wants && !isOver) wait(pace.everyMs);
  };
  const wait = (ms: number): void => {
    timer = setTimeout(() => void goOn(), ms);
  };
  wait(pace.afterMs);

  return {
    end: async () => {
      isOver = true;
      clearTimeout(timer);
      await Promise.allSettled([underWay]);
    },
  };
}
