import type { CcxtClient, CcxtModule } from './ccxt-client.ts';
import type { CcxtVenue } from './ccxt-venues.ts';
import type { AnswerLimits } from './whole-answer.ts';

export interface CcxtOptions {
  readonly venue: CcxtVenue;
  readonly apiKey: string;
  readonly secret: string;
  readonly limits: AnswerLimits;
  readonly now: () => number;
  /** In place of the venue's own address. */
  readonly url?: string;
  /** Between two calls, in place of what ccxt takes the venue to allow, ms. */
  readonly paceMs?: number;
}

/** A client of a venue, all of whose calls leave by `fetch`. */
export function createClient(
  ccxt: CcxtModule,
  { venue, apiKey, secret, limits, now, url, paceMs }: CcxtOptions,
  fetch: (...args: never[]) => Promise<Response>,
): CcxtClient {
  const Client = ccxt[venue.id] as new (config: object) => CcxtClient;
  const client = new Client({
    apiKey,
    secret,
    // Ours is the limit: its own does not cover the body of an answer, and must not end a call before ours does.
    timeout: limits.callMs * 2,
    enableRateLimit: true,
    ...(paceMs === undefined ? {} : { rateLimit: paceMs }),
    number: String,
    fetchImplementation: fetch,
    options: venue.options,
  });
  client.milliseconds = now;
  if (url !== undefined) client.urls.api = replaceLeaves(client.urls.api, url);
  return client;
}

function replaceLeaves(value: unknown, text: string): unknown {
  if (typeof value !== 'object' || value === null) return text;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceLeaves(each, text)]));
}
