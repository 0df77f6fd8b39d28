/** The requests of a fault, as "POST /channels/:any/messages", with a star for one segment and two for any number. */
type RoutePattern = string;

export type RequestFault =
  | { readonly kind: 'rate-limit'; readonly retryAfterMs: number; readonly isGlobal: boolean }
  | { readonly kind: 'status'; readonly status: number }
  /** No fault. */
  | { readonly kind: 'pass' }
  | { readonly kind: 'delay'; readonly ms: number | Promise<unknown> }
  /** The connection breaks before the request is processed. */
  | { readonly kind: 'break' }
  /** The request is processed, then its answer is lost. */
  | { readonly kind: 'lose-answer' }
  /** The request is processed, then answered with an error. */
  | { readonly kind: 'fail-after'; readonly status: number };

export type DropOptions = {
  /** `cut` breaks the connection, `ask` sends opcode 7 first; default `cut`. */
  readonly how?: 'cut' | 'ask';
  /** Whether the sessions can be resumed; default true. */
  readonly isResumable?: boolean;
};

/** The gateway's faults. */
export type GatewayFaults = { eventDelayMs: number; refusedConnections: number; ignoresHeartbeats: boolean };

/** Planned failures of Discord. By default they occur once. */
export type Faults = {
  readonly rateLimit: (
    route: RoutePattern,
    options?: { readonly times?: number; readonly retryAfterMs?: number; readonly isGlobal?: boolean },
  ) => void;
  /** 403 and 404 have Discord's code for that route. */
  readonly failWith: (status: number, route: RoutePattern, times?: number) => void;
  /** The next requests skip faults that are planned later, except delays. */
  readonly pass: (route: RoutePattern, times?: number) => void;
  readonly delay: (ms: number | Promise<unknown>, route: RoutePattern, times?: number) => void;
  readonly breakConnection: (route: RoutePattern, times?: number) => void;
  readonly loseAnswer: (route: RoutePattern, times?: number) => void;
  /** The request is processed nevertheless. */
  readonly failAfter: (status: number, route: RoutePattern, times?: number) => void;
  readonly dropGateways: (options?: DropOptions) => void;
  /** The next gateway connections are refused with 503. */
  readonly refuseGateways: (times?: number) => void;
  readonly delayEvents: (ms: number) => void;
  /** Stops acknowledging heartbeats, like a connection that died without closing. */
  readonly ignoreHeartbeats: (isIgnoring?: boolean) => void;
  /** Removes all faults. */
  readonly clear: () => void;
};

/** The faults, and the server's access to them. */
export type FaultBox = {
  readonly faults: Faults;
  readonly gateway: GatewayFaults;
  /** The faults of this request; each is used once. */
  readonly take: (method: string, path: string) => RequestFault[];
};

export function createFaults(dropGateways: (options: Required<DropOptions>) => void): FaultBox {
  type Planned = { readonly matches: (line: string) => boolean; readonly fault: RequestFault; left: number };
  let planned: Planned[] = [];
  const gateway: GatewayFaults = { eventDelayMs: 0, refusedConnections: 0, ignoresHeartbeats: false };
  const plan = (route: RoutePattern, fault: RequestFault, times = 1): void => {
    planned.push({ matches: toMatcher(route), fault, left: times });
  };
  return {
    gateway,
    faults: {
      rateLimit: (route, { times = 1, retryAfterMs = 100, isGlobal = false } = {}) =>
        plan(route, { kind: 'rate-limit', retryAfterMs, isGlobal }, times),
      failWith: (status, route, times) => plan(route, { kind: 'status', status }, times),
      pass: (route, times) => plan(route, { kind: 'pass' }, times),
      delay: (ms, route, times) => plan(route, { kind: 'delay', ms }, times),
      breakConnection: (route, times) => plan(route, { kind: 'break' }, times),
      loseAnswer: (route, times) => plan(route, { kind: 'lose-answer' }, times),
      failAfter: (status, route, times) => plan(route, { kind: 'fail-after', status }, times),
      dropGateways: ({ how = 'cut', isResumable = true } = {}) => dropGateways({ how, isResumable }),
      refuseGateways: (times = 1) => {
        gateway.refusedConnections = times;
      },
      delayEvents: ms => {
        gateway.eventDelayMs = ms;
      },
      ignoreHeartbeats: (isIgnoring = true) => {
        gateway.ignoresHeartbeats = isIgnoring;
      },
      clear: () => {
        planned = [];
        Object.assign(gateway, { eventDelayMs: 0, refusedConnections: 0, ignoresHeartbeats: false });
      },
    },
    take: (method, path) => {
      const line = `${method} ${path}`;
      const met = planned.filter(one => one.left > 0 && one.matches(line));
      // A delay combines with another fault; of the others only the first applies.
      const first = met.find(one => one.fault.kind !== 'delay');
      const struck = met.filter(one => one.fault.kind === 'delay' || one === first);
      for (const one of struck) one.left -= 1;
      planned = planned.filter(one => one.left > 0);
      return struck.map(one => one.fault);
    },
  };
}

function toMatcher(route: RoutePattern): (line: string) => boolean {
  const pattern = route.split(/(\*\*|\*)/).map(part => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/ ]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  const regex = new RegExp(`^${pattern.join('')}$`);
  return line => regex.test(line);
}
