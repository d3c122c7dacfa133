import { parseAmount } from '@openlode/money/amount';
import type { CcxtModule } from '../ccxt-client.ts';
import { openCcxtExchange } from '../ccxt-exchange.ts';
import { gateVenue } from '../ccxt-venues.ts';
import type { PayingExchange } from '../../../domain/kernel/exchange.ts';
import { krakenExchange } from '../kraken-exchange.ts';
import { unpaced } from '../call-pace.ts';
import { unpacedKraken } from '../kraken-pace.ts';
import { krakenPayer } from '../kraken-payer.ts';
import { nonkycExchange } from '../nonkyc-exchange.ts';
import { gateFace, gateLogin } from './gate-face.ts';
import { krakenFace, krakenLogin } from './kraken-face.ts';
import type { LostAnswersOptions } from './lost-answers.ts';
import { nonkycFace, nonkycLogin, nonkycRoot } from './nonkyc-face.ts';

type Venue = Omit<LostAnswersOptions, 'random' | 'rounds' | 'aheadMs'>;

const address = 'ltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const withdrawal = { coin: 'LTC', network: 'LTC', address };

/** Kraken's stand-in with our own adapter; a call may take so long. */
export function krakenUnderLoss(callMs: number): Venue {
  return {
    quote: 'USD',
    withdrawal,
    face: (venue, now) => krakenFace(venue, { pool: { network: 'LTC', address } }, now),
    open: async (url, now) =>
      krakenExchange({
        ...krakenLogin,
        url,
        now,
        limits: { callMs, bytesMax: 1_000_000 },
        pace: unpacedKraken,
        networks: [
          {
            ...withdrawal,
            method: 'LTC',
            key: 'pool',
            memo: '',
            amountMin: parseAmount('0.01'),
            amountStep: parseAmount('0.00000001'),
          },
        ],
      }),
  };
}

type PayingVenue = Pick<Venue, 'quote' | 'face'> & {
  readonly open: (url: string, now: () => number) => Promise<PayingExchange>;
};

/** Where payouts of suites go. */
export const paidAddress = address;

/** Kraken's stand-in, and what pays to the addresses that are registered there. */
export function krakenPaying(callMs: number): PayingVenue {
  const { quote, face } = krakenUnderLoss(callMs);
  return {
    quote,
    face,
    open: async (url, now) =>
      krakenPayer({
        ...krakenLogin,
        url,
        now,
        limits: { callMs, bytesMax: 1_000_000 },
        pace: unpacedKraken,
        coins: [
          {
            coin: 'LTC',
            network: 'LTC',
            method: 'LTC',
            amountMin: parseAmount('0.01'),
            amountStep: parseAmount('0.00000001'),
          },
        ],
      }),
  };
}

/** Gate's stand-in through ccxt, which keeps no list of addresses. */
export function gatePaying(ccxt: CcxtModule, callMs: number): PayingVenue {
  const { quote, face, open } = gateUnderLoss(ccxt, callMs);
  return {
    quote,
    face,
    open: async (url, now) => ({
      ...(await open(url, now)),
      registered: async () => 'any',
      check: async () => undefined,
    }),
  };
}

/** Gate's stand-in through ccxt. */
export function gateUnderLoss(ccxt: CcxtModule, callMs: number): Venue {
  return {
    quote: 'USDT',
    withdrawal,
    face: gateFace,
    open: (url, now) =>
      openCcxtExchange(ccxt, {
        ...gateLogin,
        venue: gateVenue,
        url: `${url}/api/v4`,
        paceMs: 1,
        now,
        limits: { callMs, bytesMax: 1_000_000 },
      }),
  };
}

/** NonKYC's stand-in with our own adapter: no library has one. */
export function nonkycUnderLoss(callMs: number): Venue {
  return {
    quote: 'USDT',
    withdrawal,
    face: (venue) => nonkycFace(venue),
    open: async (url, now) =>
      nonkycExchange({
        ...nonkycLogin,
        url: `${url}${nonkycRoot}`,
        now,
        limits: { callMs, bytesMax: 1_000_000 },
        pace: unpaced,
        coins: new Set(['LTC', 'USDT', 'XMR']),
        networks: [
          {
            coin: 'LTC',
            network: 'LTC',
            ticker: 'LTC',
            fee: parseAmount('0.001'),
            amountMin: parseAmount('0.01'),
            amountStep: parseAmount('0.00000001'),
          },
        ],
      }),
  };
}
