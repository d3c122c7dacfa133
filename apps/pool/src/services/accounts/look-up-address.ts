import { findCoin } from '@openlode/catalogue/coins';
import type { Coin } from '@openlode/catalogue/define-coin';
import { exchangeAddresses } from '@openlode/catalogue/exchange-addresses';
import { allFamilies } from '@openlode/mining/families/all-families';
import { type AddressOutcome, judgeAddress } from '@openlode/mining/judge-address';
import type { Queryable } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';
import { inactiveAfterMs } from '../retention/retention-rules.ts';
import { type AccountCodes, readAccountCodes } from '../referrals/read-account-codes.ts';
import { type PaymentFlags, readPaymentFlags } from '../payouts/read-payment-flags.ts';
import { readMaintenance } from '../payouts/maintenance.ts';
import { assetSuspension, everyNetwork, readSuspensions } from '../payouts/suspensions.ts';
import { poolFeePpm } from '../rounds/round-rules.ts';
import { type NetworkStatus, readClosures, statusOf } from './coin-status.ts';
import { accountUuid } from './account-uuid.ts';
import { type Account, findAccount } from './find-account.ts';
import { type Balance, readBalance } from './read-balance.ts';

export type LookUpOutcome =
  | { readonly kind: 'unknown-coin' }
  | { readonly kind: 'bad-address'; readonly outcome: Exclude<AddressOutcome, { kind: 'valid' }> }
  | {
      readonly kind: 'found';
      readonly coin: Coin;
      readonly account: Pick<Account, 'uuid' | 'network' | 'address' | 'memo'>;
      /** Nobody has mined to it yet; nothing was written. */
      readonly fresh: boolean;
      /** An exchange's, which cannot tell its customers apart without the memo that is not there. */
      readonly memoMissing: boolean;
      /** Nobody has mined to it for a month. */
      readonly inactive: boolean;
      readonly balance: Balance;
      readonly codes: AccountCodes;
      /** The coin's networks on which this address is valid. */
      readonly compatible: readonly string[];
      readonly payments: PaymentFlags;
      /** Networks that nothing leaves on for now, with the operator's word to owners where there is one. */
      readonly suspended: ReadonlyMap<string, string | null>;
      /** Networks on which the daily run pays and nobody can ask for more, with the operator's word to owners. */
      readonly autoOnly: ReadonlyMap<string, string>;
      /** How the coin is served on each of its networks. */
      readonly statuses: ReadonlyMap<string, NetworkStatus>;
    };

const nothing: Balance = { mining: 0n, referral: 0n, total: 0n };
const noCodes: AccountCodes = { ordinary: null, custom: null, feePpm: poolFeePpm };

const noFlags: PaymentFlags = {
  auto: false,
  failed: false,
  restricted: false,
  pendingSwitch: undefined,
  writeOffAt: null,
};

async function heldNetworks(
  db: Queryable,
  coin: Coin,
): Promise<Pick<Extract<LookUpOutcome, { kind: 'found' }>, 'suspended' | 'autoOnly'>> {
  const [suspensions, maintained] = await Promise.all([readSuspensions(db), readMaintenance(db)]);
  const suspended = new Set(suspensions.map(({ network }) => network));
  const isWhollyHeld = suspended.has(everyNetwork) || suspended.has(assetSuspension(coin.symbol));
  const words = new Map(maintained.map(({ network, message }) => [network, message]));
  const held = coin.chains
    .map(({ network }) => network)
    .filter((network) => isWhollyHeld || suspended.has(network));
  return {
    suspended: new Map(held.map((network) => [network, words.get(network) ?? null])),
    autoOnly: new Map(
      maintained.flatMap(({ network, mode, message }) => (mode === 'auto-only' ? [[network, message]] : [])),
    ),
  };
}

async function readStatuses(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { symbol, chains }: Coin,
): Promise<ReadonlyMap<string, NetworkStatus>> {
  const closures = await readClosures(db);
  const now = clock.now();
  return new Map(chains.map(({ network }) => [network, statusOf(closures, { coin: symbol, network }, now)]));
}

/** Whether the settings or the operator say that a canonical address is an exchange's. */
export type FlaggedExchange = (coin: string, address: string) => boolean;

/** Looks an address up by coin and text (`ADDRESS` or `ADDRESS:MEMO`). A valid one that was never seen is `fresh`. */
export async function lookUpAddress(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  input: { readonly coin: string; readonly text: string },
  isFlagged: FlaggedExchange = () => false,
): Promise<LookUpOutcome> {
  const coin = findCoin(input.coin);
  if (coin === undefined) return { kind: 'unknown-coin' };
  const outcome = judgeAddress(coin, input.text, allFamilies);
  if (outcome.kind !== 'valid') return { kind: 'bad-address', outcome };
  const { network, address, memo, compatible } = outcome;
  const uuid = accountUuid(ctx.secret, { coin: coin.symbol, address, memo });
  const [account, held, statuses] = await Promise.all([
    findAccount(ctx, uuid),
    heldNetworks(ctx.db, coin),
    readStatuses(ctx, coin),
  ]);
  // None of these waits for another: a page waits for the slowest, not for the sum.
  const [balance, codes, payments] =
    account === undefined
      ? ([nothing, noCodes, noFlags] as const)
      : await Promise.all([
          readBalance(ctx, account),
          readAccountCodes(ctx, account.id),
          readPaymentFlags(ctx.db, account.id),
        ]);
  return {
    kind: 'found',
    coin,
    account: account ?? { uuid, network, address, memo },
    fresh: account === undefined,
    memoMissing: lacksMemo(coin, outcome, isFlagged),
    inactive: account !== undefined && account.lastWorkAt <= ctx.clock.now() - inactiveAfterMs,
    balance,
    codes,
    compatible,
    payments,
    ...held,
    statuses,
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
