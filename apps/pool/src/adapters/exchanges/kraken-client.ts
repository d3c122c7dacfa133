import { createHash, createHmac } from 'node:crypto';
import { itemsOf, membersOf, textOf } from '../../runtime/read-json.ts';
import { Mutex } from '../../runtime/mutex.ts';
import type { CallPace } from './call-pace.ts';
import { krakenCost, type KrakenPace, restMsOf } from './kraken-pace.ts';
import { type AnswerLimits, fetchWhole, unansweredReason } from './whole-answer.ts';

export interface KrakenLogin {
  readonly apiKey: string;
  /** As Kraken shows it, in base 64. */
  readonly secret: string;
}

export interface KrakenClientOptions extends KrakenLogin {
  /** Kraken's address, without a slash at its end. */
  readonly url: string;
  readonly now: () => number;
  readonly limits: AnswerLimits;
  readonly pace: KrakenPace;
}

/** Kraken answered, and says why it does not do what was asked. */
class KrakenFault extends Error {
  override readonly name = 'KrakenFault';
}

/** It came too late to be sent. */
export class NotSentFault extends Error {
  override readonly name = 'NotSentFault';
}

export interface KrakenClient {
  /** Both reject where Kraken does not answer with a result. */
  ask(method: string, fields?: Fields): Promise<unknown>;
  /** @param lateFault asked when it is this call's turn: why it must not be sent any more; the call rejects with a `NotSentFault` then */
  askPrivate: AskPrivate;
  /** The same for what leads to a request that moves money, and for that: it has what other calls leave of Kraken's limit, and does not wait for them. */
  askFirst: AskPrivate;
}

export type AskPrivate = (
  method: string,
  fields?: Fields,
  lateFault?: () => string | undefined,
) => Promise<unknown>;

export type Fields = Readonly<Record<string, string>>;

/** How Kraken is asked: `{ error, result }`, private calls signed and with a number that only rises. */
export function krakenClient({ url, apiKey, secret, now, limits, pace }: KrakenClientOptions): KrakenClient {
  // The numbers of two calls at once could arrive in the wrong order, and the later one would be refused.
  const turns = new Mutex();
  let nonce = 0;

  async function call(path: string, headers: Fields, body: string | undefined): Promise<unknown> {
    const method = body === undefined ? 'GET' : 'POST';
    const { status, text } = await fetchWhole(`${url}${path}`, { method, headers, body }, limits);
    if (status !== 200) throw new Error(`HTTP ${status}`);
    const { error, result } = membersOf(JSON.parse(text));
    const [fault] = itemsOf(error);
    if (fault !== undefined) throw new KrakenFault(textOf(fault).slice(0, 120));
    return result;
  }

  /** Rests where Kraken says that there were too many calls. */
  async function heeding<T>(counter: CallPace, make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      const rest = restMsOf((error as Error).message, now());
      if (rest !== undefined) counter.refused(rest);
      throw error;
    }
  }

  const asking =
    (isFirst: boolean): AskPrivate =>
    async (method, fields = {}, lateFault = () => undefined) => {
      const { left } = await pace.ofKey.turn({ cost: krakenCost(method), isFirst });
      return turns.run(async () => {
        left();
        const late = lateFault();
        if (late !== undefined) throw new NotSentFault(late);
        nonce = Math.max(nonce + 1, now() * 1000);
        const path = `/0/private/${method}`;
        const body = new URLSearchParams({ nonce: String(nonce), ...fields }).toString();
        const sign = signature(path, String(nonce), body, secret);
        const type = 'application/x-www-form-urlencoded; charset=utf-8';
        const headers = { 'api-key': apiKey, 'api-sign': sign, 'content-type': type };
        return heeding(pace.ofKey, () => call(path, headers, body));
      });
    };

  return {
    ask: async (method, fields = {}) => {
      const query = new URLSearchParams(fields).toString();
      const { left } = await pace.ofMachine.turn({ cost: 1, isFirst: false });
      left();
      return heeding(pace.ofMachine, () =>
        call(`/0/public/${method}${query === '' ? '' : `?${query}`}`, {}, undefined),
      );
    },
    askPrivate: asking(false),
    askFirst: asking(true),
  };
}

/** Of a private call, as Kraken documents it. */
export function signature(path: string, nonce: string, body: string, secret: string): string {
  const hash = createHash('sha256').update(`${nonce}${body}`).digest();
  return createHmac('sha512', Buffer.from(secret, 'base64'))
    .update(Buffer.concat([Buffer.from(path), hash]))
    .digest('base64');
}

/** Whether Kraken answered that it has no asset of this name. */
export function saysUnknownAsset(error: unknown): boolean {
  return error instanceof KrakenFault && /^E[A-Za-z]+:Unknown asset\b/.test(error.message);
}

/** In words, why a call has not been answered with a result. */
export function whyNot(error: unknown): string {
  if (error instanceof KrakenFault) return error.message;
  return error instanceof SyntaxError ? 'the answer is not JSON' : unansweredReason(error);
}
