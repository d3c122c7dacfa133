import { findCoin } from '@openlode/catalogue/coins';
import type { Coin } from '@openlode/catalogue/define-coin';
import { exchangeAddresses } from '@openlode/catalogue/exchange-addresses';
import { allFamilies } from '@openlode/mining/families/all-families';
import { paidFirst, type PaysHere } from '@openlode/mining/paid-here';
import { type AddressOutcome, judgeAddress } from '@openlode/mining/judge-address';
import type { ServiceContext } from '../kernel/context.ts';
import { inactiveAfterMs } from '../policy/retention-rules.ts';
import { type MinerCodes, readMinerCodes } from './read-miner-codes.ts';
import { type PaymentFlags, readPaymentFlags } from './read-payment-flags.ts';
import { poolFeePpm } from '../policy/round-rules.ts';
import { type NetworkStatus, readClosures, statusOf } from '../miners/coin-status.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { type Miner, findMiner } from '../miners/find-miner.ts';
import {
  type PayoutAvailability,
  payoutAvailability,
  readPayoutHolds,
} from '../payouts/payout-availability.ts';
import { type Balance, readBalance } from '../miners/read-balance.ts';

export type LookUpOutcome =
  | { readonly kind: 'unknown-coin' }
  | { readonly kind: 'bad-address'; readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }> }
  | {
      readonly kind: 'found';
      readonly coin: Coin;
      readonly miner: Pick<Miner, 'uuid' | 'network' | 'address' | 'memo'>;
      /** It has no accepted share yet; nothing was written. */
      readonly fresh: boolean;
      /** An exchange's, which cannot tell its customers apart without the memo that is not there. */
      readonly memoMissing: boolean;
      /** The demo fleet of a sandbox mines to it, or has. */
      readonly simulated: boolean;
      /** It has had no accepted share for a month. */
      readonly inactive: boolean;
      readonly balance: Balance;
      readonly codes: MinerCodes;
      /** The coin's networks on which this address is valid. */
      readonly compatible: readonly string[];
      readonly payments: PaymentFlags;
      /** How the coin is paid on each of its networks now, with the operator's word to owners where there is one. */
      readonly payouts: ReadonlyMap<string, NetworkPayouts>;
      /** How the coin is served on each of its networks. */
      readonly statuses: ReadonlyMap<string, NetworkStatus>;
    };

/** Payouts of a coin on one network, as owners see them. */
export interface NetworkPayouts {
  readonly availability: PayoutAvailability;
  readonly message: string | null;
}

const nothing: Balance = { mining: 0n, referral: 0n, total: 0n };
const noCodes: MinerCodes = { ordinary: null, custom: null, feePpm: poolFeePpm };

const noFlags: PaymentFlags = {
  auto: false,
  failed: false,
  restricted: false,
  pendingSwitch: undefined,
  writeOffAt: null,
};

async function readNetworks(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { symbol, chains }: Coin,
): Promise<Pick<Extract<LookUpOutcome, { kind: 'found' }>, 'payouts' | 'statuses'>> {
  const [holds, closures] = await Promise.all([readPayoutHolds(db), readClosures(db)]);
  const now = clock.now();
  const pairs = chains.map(({ network }) => ({ coin: symbol, network }));
  return {
    payouts: new Map(
      pairs.map((pair) => [
        pair.network,
        {
          availability: payoutAvailability(holds, closures, pair, now),
          message: holds.maintained.get(pair.network)?.message ?? null,
        },
      ]),
    ),
    statuses: new Map(pairs.map((pair) => [pair.network, statusOf(closures, pair, now)])),
  };
}

/** Whether the settings or the operator say that a canonical address is an exchange's. */
export type FlaggedExchange = (coin: string, address: string) => boolean;

/** What a pool knows of addresses beside the catalogue. */
export interface AddressRules {
  readonly isFlagged?: FlaggedExchange | undefined;
  /** Where the pool pays: a new address that is valid on several networks is on one that is paid. Left out where it pays every coin. */
  readonly paysHere?: PaysHere | undefined;
}

/** Looks an address up by coin and text (`ADDRESS` or `ADDRESS:MEMO`). A valid one that was never seen is `fresh`. */
export async function lookUpAddress(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  input: { readonly coin: string; readonly text: string },
  { isFlagged = () => false, paysHere = () => true }: AddressRules = {},
): Promise<LookUpOutcome> {
  const coin = findCoin(input.coin);
  if (coin === undefined) return { kind: 'unknown-coin' };
  const outcome = judgeAddress(paidFirst(coin, paysHere), input.text, allFamilies);
  if (outcome.kind !== 'valid') return { kind: 'bad-address', outcome };
  const { network, address, memo, compatible } = outcome;
  const uuid = minerUuid(ctx.secret, { coin: coin.symbol, address, memo });
  const [miner, networks] = await Promise.all([findMiner(ctx, uuid), readNetworks(ctx, coin)]);
  // None of these waits for another: a page waits for the slowest, not for the sum.
  const [balance, codes, payments] =
    miner === undefined
      ? ([nothing, noCodes, noFlags] as const)
      : await Promise.all([
          readBalance(ctx, miner),
          readMinerCodes(ctx, miner.id),
          readPaymentFlags(ctx.db, miner.id),
        ]);
  return {
    kind: 'found',
    coin,
    miner: miner ?? { uuid, network, address, memo },
    fresh: miner === undefined,
    memoMissing: lacksMemo(coin, outcome, isFlagged),
    simulated: miner?.simulated === true,
    inactive: miner !== undefined && miner.lastWorkAt <= ctx.clock.now() - inactiveAfterMs,
    balance,
    codes,
    compatible,
    payments,
    ...networks,
  };
}

function lacksMemo(
  coin: Coin,
  { network, address, memo }: Extract<AddressOutcome, { kind: 'valid' }>,
  isFlagged: FlaggedExchange,
): boolean {
  const takesMemo = coin.chains.some((chain) => chain.network === network && chain.regexMemo !== null);
  if (memo !== null || !takesMemo) return false;
  const isInCatalogue = exchangeAddresses.some(
    (each) => each.coin === coin.symbol && each.address === address,
  );
  return isInCatalogue || isFlagged(coin.symbol, address);
}
