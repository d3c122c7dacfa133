import { Mutex } from '../../runtime/mutex.ts';
import { memberOf, membersOf } from '../../runtime/read-json.ts';
import { readAmount } from './read-amount.ts';
import { type AnswerLimits, fetchWhole } from './whole-answer.ts';

/** What a library is allowed to send that moves money: exactly once, and exactly so. */
export interface Permit {
  /** How the address ends that it is sent to, without a query. */
  readonly path: string;
  /** Fields of the JSON that leaves. */
  readonly fields: Readonly<Record<string, string>>;
  /** Fields that may stand beside them, with their only value. */
  readonly besides: Readonly<Record<string, string>>;
  /** Why it must not leave any more; undefined while it may. Asked when it does. */
  readonly isLate: () => string | undefined;
}

export interface MoneyGate {
  /** For ccxt's `fetchImplementation`. */
  readonly fetch: (url: string, init: FetchInit) => Promise<Response>;
  /** Runs a call of the library during which it may send once what is permitted; whether it did. Nothing else but reading gets through. */
  during<T>(permit: Permit, run: () => Promise<T>): Promise<Passed<T>>;
  /**
   * Runs a call of the library that reads a list, and answers it where it has as many items as the venue has answered at an address that ends so. A
   * library leaves out what it does not know, without a word: what is missing in its list would look as if it had never been.
   */
  reading<T>(path: string, run: () => Promise<readonly T[]>): Promise<readonly T[]>;
}

export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What came of a call, and whether it has sent what it was permitted. */
export type Passed<T> = { readonly hasSent: boolean } & ({ readonly value: T } | { readonly error: unknown });

/** Amounts are compared as amounts: a library may write a zero more. */
const amounts: ReadonlySet<string> = new Set(['amount', 'price']);

/**
 * Stands between a library and the network. A library may round an amount, leave the network out, add an id of its own or try again: what
 * moves money leaves only where it is what was permitted, field by field, and once. Every answer is read to its end within the time limit,
 * which ccxt's own does not cover.
 */
export function openMoneyGate(limits: AnswerLimits): MoneyGate {
  let open: { readonly permit: Permit; hasSent: boolean } | undefined;
  let list: { readonly path: string; items: number | undefined } | undefined;
  const turns = new Mutex();

  return {
    fetch: async (url, init) => {
      const reads = init.method === 'GET' ? list : undefined;
      if (init.method !== 'GET') {
        if (open === undefined || open.hasSent) throw new Error('nothing more may be sent');
        const fault = open.permit.isLate() ?? permitFault(open.permit, url, init.body ?? '');
        if (fault !== undefined) throw new Error(fault);
        open.hasSent = true;
      }
      const { status, statusText, headers, text } = await fetchWhole(url, init, limits);
      if (reads !== undefined && new URL(url).pathname.endsWith(reads.path)) {
        const items = lengthOf(text);
        if (items !== undefined) reads.items = (reads.items ?? 0) + items;
      }
      return new Response(text, { status, statusText, headers: plainHeaders(headers) });
    },
    during: async (permit, run) => {
      if (open !== undefined) throw new Error('two requests that move money at once');
      const mine = { permit, hasSent: false };
      open = mine;
      try {
        const value = await run();
        return { hasSent: mine.hasSent, value };
      } catch (error) {
        return { hasSent: mine.hasSent, error };
      } finally {
        open = undefined;
      }
    },
    reading: (path, run) =>
      turns.run(async () => {
        const mine: NonNullable<typeof list> = { path, items: undefined };
        list = mine;
        try {
          const read = await run();
          if (mine.items === undefined) throw new Error(`no list was answered at ${path}`);
          if (mine.items !== read.length) throw new Error(`${read.length} of ${mine.items} items were read`);
          return read;
        } finally {
          list = undefined;
        }
      }),
  };
}

/** How many items an answer has; undefined where it is no list. */
function lengthOf(text: string): number | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return Array.isArray(answer) ? answer.length : undefined;
  } catch {
    return undefined;
  }
}

/** Why what would leave is not what is permitted; undefined where it is. */
export function permitFault(
  { path, fields, besides }: Omit<Permit, 'isLate'>,
  url: string,
  body: string,
): string | undefined {
  const { pathname, search } = new URL(url);
  if (!pathname.endsWith(path) || search !== '') return `it would leave to ${pathname}${search}`;
  let sent: Readonly<Record<string, unknown>>;
  try {
    sent = membersOf(JSON.parse(body));
  } catch {
    return 'what would leave is no JSON';
  }
  const extra = Object.keys(sent).find(
    (name) => !Object.hasOwn(fields, name) && !(Object.hasOwn(besides, name) && sent[name] === besides[name]),
  );
  if (extra !== undefined) return `${extra} would leave, which was not asked for`;
  const wrong = Object.entries(fields).find(([name, value]) => !isSame(name, memberOf(sent, name), value));
  if (wrong === undefined) return undefined;
  const [name, value] = wrong;
  return `${name} would leave as ${JSON.stringify(memberOf(sent, name)) ?? 'nothing'}, and not as ${value}`;
}

function isSame(name: string, sent: unknown, value: string): boolean {
  if (!amounts.has(name)) return sent === value;
  return typeof sent === 'string' && readAmount(sent) === readAmount(value);
}

/** The body is whole and decoded by now: what its headers say of lengths and codings does not hold any more. */
function plainHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers.flatMap(([name, value]): [string, string][] =>
    /^(content-encoding|content-length|transfer-encoding)$/.test(name) ? [] : [[name, value]],
  );
}
