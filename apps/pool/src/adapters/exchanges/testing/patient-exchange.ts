import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange, PayingExchange } from '../../../domain/kernel/exchange.ts';

type Asked = Pick<Exchange, 'balances' | 'transfers' | 'withdraw'> &
  Partial<Pick<Exchange, 'fills' | 'lookUpOrder'> & Pick<PayingExchange, 'registered' | 'check'>>;

/** A question that is not answered this often is one that the venue does not answer. */
const triesMax = 40;
const silent = 'no whole answer in time';

/**
 * Asks what only reads until it is answered. No suite that has this loses answers to reading: one that comes late is the machine's own, and a run of a seed
 * is the same on a busy one.
 */
export function patientExchange<E extends Asked>(exchange: E): E {
  const { fills, lookUpOrder, registered, check } = exchange;
  return {
    ...exchange,
    balances: () => asked(() => exchange.balances()),
    transfers: (...values: Parameters<Exchange['transfers']>) => asked(() => exchange.transfers(...values)),
    // What it asks before it sends is among what only reads.
    withdraw: (...values: Parameters<Exchange['withdraw']>) =>
      again(
        () => exchange.withdraw(...values),
        (outcome) => outcome.kind === 'not-sent' && outcome.why === silent,
      ),
    ...(fills && { fills: (...values: Parameters<Exchange['fills']>) => asked(() => fills(...values)) }),
    ...(lookUpOrder && {
      lookUpOrder: (...values: Parameters<Exchange['lookUpOrder']>) =>
        again(
          () => lookUpOrder(...values),
          ({ kind }) => kind === 'unanswered',
        ),
    }),
    ...(registered && {
      registered: (...values: Parameters<PayingExchange['registered']>) => asked(() => registered(...values)),
    }),
    ...(check && {
      check: (...values: Parameters<PayingExchange['check']>) => asked(() => check(...values)),
    }),
  };
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= triesMax) throw error;
      await pause(10);
    }
  }
}

async function again<T>(ask: () => Promise<T>, isSilent: (answer: T) => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (!isSilent(answer) || tries >= triesMax) return answer;
    await pause(10);
  }
}
