import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Caller, CallCounts, callerAt } from './call-counts.ts';

/** What one client address may spend in a minute. An ordinary call costs 1, see `callCosts`. */
const callsPerMinuteMax = 500;

/**
 * What it may spend on files of the site beside that, for each call that it may make. A page that is opened for the first time takes some
 * twenty files and half a dozen calls: an office behind one address runs out of calls before it runs out of files, and a page that has no
 * calls left still has its scripts, to say so.
 */
const filesPerCall = 6;

/** Calls that cost more than others: by the processor time or the rows that they take, measured against `/ping`. */
export const callCosts = { page: 2, search: 5, document: 5, table: 20 } as const;

/** What a file of the site costs of its own allowance, by its uncompressed size: the line counts as the processor does. */
export function fileCost(bytes: number): number {
  return 1 + Math.floor(bytes / 65_536);
}

/** The budget after a call. */
export interface CallVerdict {
  readonly isOver: boolean;
  readonly retryAfterSeconds: number;
  /** Names and values in turn; none where no limit applies. */
  readonly headers: readonly string[];
}

export interface CallLimit {
  /** Where a request comes from, in front of our own proxies: the one answer to that question. */
  addressOf(request: IncomingMessage): string;
  isExempt(address: string): boolean;
  /** Takes the cost of a call from its client address's budget. */
  take(request: IncomingMessage, cost?: number): CallVerdict;
  /** The same for a file of the site, from the address's allowance for files. */
  takeFile(request: IncomingMessage, cost: number): CallVerdict;
}

const unlimited: CallVerdict = { isOver: false, retryAfterSeconds: 0, headers: [] };

interface KnownCaller extends Caller {
  readonly isExempt: boolean;
}

export function createCallLimit({
  perMinute = callsPerMinuteMax,
  isExempt,
  addressOf,
}: {
  readonly perMinute?: number | undefined;
  readonly isExempt: (address: string) => boolean;
  readonly addressOf: (request: IncomingMessage) => string;
}): CallLimit {
  const callers = new WeakMap<Socket, KnownCaller>();

  const callerOf = (request: IncomingMessage): KnownCaller => {
    // Through one connection of a proxy come many callers.
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    let caller = isForwarded ? undefined : callers.get(request.socket);
    if (caller === undefined) {
      const address = addressOf(request);
      caller = { ...callerAt(address), isExempt: isExempt(address) };
      if (!isForwarded) callers.set(request.socket, caller);
    }
    return caller;
  };

  const allowance = (spendMax: number) => {
    const counts = new CallCounts();
    const limitText = spendMax.toString();
    return (request: IncomingMessage, cost = 1): CallVerdict => {
      const caller = callerOf(request);
      if (caller.isExempt) return unlimited;
      const { current, leftMs } = counts.add(caller, cost);
      const left = Math.max(0, spendMax - current).toString();
      const seconds = Math.ceil(leftMs / 1000);
      return {
        isOver: current > spendMax,
        retryAfterSeconds: seconds,
        headers: [
          'x-ratelimit-limit',
          limitText,
          'x-ratelimit-remaining',
          left,
          'x-ratelimit-reset',
          seconds.toString(),
        ],
      };
    };
  };

  return {
    addressOf,
    isExempt,
    take: allowance(perMinute),
    takeFile: allowance(perMinute * filesPerCall),
  };
}
