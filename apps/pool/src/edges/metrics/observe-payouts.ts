import type { Registry } from 'prom-client';
import type { WatchedFloat } from '../../domain/treasury/watch-floats.ts';
import { gauges, oneAtATime } from './read-gauges.ts';

export interface PayoutFigures {
  /** Where payouts are held back and why; `*` is every network. */
  payoutSuspensions(): Promise<readonly { readonly network: string; readonly reason: string }[]>;
  /** Payouts that are not over, by state. */
  openPayouts(): Promise<ReadonlyMap<string, number>>;
  /** The same by coin and network: since when the oldest of them waits, in ms, and how much they are of the coin, as decimal text. */
  waitingPayouts(): Promise<
    readonly {
      readonly coin: string;
      readonly network: string;
      readonly since: number;
      readonly amount: string;
    }[]
  >;
  /** Wallets that should have a float, and how they stand against it, as far as they answered. */
  floats(): readonly Omit<WatchedFloat, 'amount'>[];
}

export function observePayouts(registers: Registry[], source: PayoutFigures): void {
  gauges(
    registers,
    {
      name: 'openlode_payouts_suspended',
      help: '1 for each network on which payouts are held back, and why; no sample while they may leave',
      labelNames: ['network', 'reason'],
    },
    async () =>
      (await source.payoutSuspensions()).map(({ network, reason }) => [{ network, reason }, 1] as const),
  );
  gauges(
    registers,
    { name: 'openlode_payouts_open', help: 'Payouts that are not over, by state', labelNames: ['state'] },
    async () => [...(await source.openPayouts())].map(([state, count]) => [{ state }, count] as const),
  );
  observeWaiting(registers, source);
}

function observeWaiting(registers: Registry[], source: PayoutFigures): void {
  const read = oneAtATime(() => source.waitingPayouts());
  const labelNames = ['coin', 'network'] as const;
  gauges(
    registers,
    {
      name: 'openlode_payouts_open_since_timestamp_seconds',
      help: 'When the oldest payout that is not over was reserved; no sample without one',
      labelNames,
    },
    async () => (await read()).map(({ coin, network, since }) => [{ coin, network }, since / 1000] as const),
  );
  gauges(
    registers,
    {
      name: 'openlode_payouts_open_coins',
      help: 'How much the payouts that are not over are, in the coin',
      labelNames,
    },
    async () =>
      (await read()).map(({ coin, network, amount }) => [{ coin, network }, Number(amount)] as const),
  );
}

export function observeFloats(registers: Registry[], source: PayoutFigures): void {
  const help =
    '1 for the state of each wallet that should have a float: short of its target, within, or over its ceiling; no sample while it does not answer';
  const labelNames = ['coin', 'network', 'state'] as const;
  gauges(registers, { name: 'openlode_wallet_float', help, labelNames }, async () =>
    source.floats().map(({ coin, network, state }) => [{ coin, network, state }, 1] as const),
  );
}
