/** What one of a source's calls has come to. */
export type MarketAnswer =
  /** `at`: when it was received, ms, where that was not now. */
  | { readonly kind: 'answered'; readonly body: unknown; readonly at?: number }
  /** It wants fewer calls; `restMs` is how long it said to wait, where it did. */
  | { readonly kind: 'limited'; readonly restMs: number | undefined }
  | { readonly kind: 'unanswered'; readonly why: string };

/** A source that wants fewer calls is left alone for at least and at most this long, ms. */
const limitedMinMs = 60_000;
const limitedMaxMs = 3_600_000;

/** How long a source is left alone that wants fewer calls, ms: as long as it says, within bounds. */
export function boundedRest(saidMs = limitedMinMs): number {
  return Math.min(Math.max(saidMs, limitedMinMs), limitedMaxMs);
}

/** `acceptMs`: how old an answer may be that another process was given; a source's own pace where it is left out. */
export type AskMarket = (path: string, acceptMs?: number) => Promise<MarketAnswer>;

export interface AskMarketOptions {
  /** The source's address, without a slash at its end. */
  readonly url: string;
  /** Sent with each call. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** How long a call may take, its whole answer included, ms. */
  readonly callMs: number;
  /** A longer answer is none. */
  readonly bytesMax: number;
  /** Ends what is being asked when the pool closes. */
  readonly closed: AbortSignal;
}

/** Asks a source over HTTP. It never rejects, follows no redirect, and reads no answer that is not JSON. */
export function askMarketBy({ url, headers, callMs, bytesMax, closed }: AskMarketOptions): AskMarket {
  return async (path) => {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(callMs), closed]);
      const response = await fetch(`${url}${path}`, {
        headers: { accept: 'application/json', ...headers() },
        redirect: 'error',
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        if (response.status === 429) return { kind: 'limited', restMs: restOf(response.headers) };
        return { kind: 'unanswered', why: `HTTP ${response.status}` };
      }
      const text = await readText(response, bytesMax);
      if (text === undefined)
        return { kind: 'unanswered', why: `the answer is longer than ${bytesMax} bytes` };
      return { kind: 'answered', body: JSON.parse(text) };
    } catch (error) {
      return { kind: 'unanswered', why: reasonOf(error) };
    }
  };
}

/** Of `Retry-After`, which is seconds; its other form, a date, is not used by these sources. */
function restOf(headers: Headers): number | undefined {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

async function readText(response: Response, bytesMax: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no whole answer in time';
  if (name === 'AbortError') return 'the pool closes';
  const { code, message: inner } = (cause ?? {}) as { readonly code?: string; readonly message?: string };
  return code ?? inner ?? message;
}
