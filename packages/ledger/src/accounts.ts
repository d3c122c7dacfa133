/**
 * The chart of accounts: every kind of account there is. What a miner has is mined, earned by referral, or waits for a rate; a round
 * holds its reward until it is mature, a payout in flight what is on its way. Of the pool's own accounts some hold what it has, and
 * some say what it lost: those, the conversion account and the world outside may be below zero. All others are liabilities.
 */
export const accountKinds = [
  'mining',
  'referral',
  'pending',
  'round',
  'inflight',
  'own',
  'loss',
  'conversion',
  'external',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** The name of an account in the ledger, as a path. Names are made by the functions and constants below, and never change. */
export type LedgerAccount =
  | `ext:${string}`
  | 'conv:desk'
  | `round:${string}`
  | `pool:${string}`
  | `inflight:${string}`
  | `miner:${string}:${MinerKind}`;

type MinerKind = 'mining' | 'referral' | 'pending';

/** What a miner mined. */
export function miningAccount(miner: bigint): LedgerAccount {
  return `miner:${miner}:mining`;
}

/** What a miner earned from referred miners. */
export function referralAccount(miner: bigint): LedgerAccount {
  return `miner:${miner}:referral`;
}

/** Parts of a miner that wait for a rate, each in its own asset. */
export function pendingAccount(miner: bigint): LedgerAccount {
  return `miner:${miner}:pending`;
}

/** A round's reward from the acceptance of its block to its maturity; it belongs to no miner yet. */
export function roundAccount(round: bigint): LedgerAccount {
  return `round:${round}`;
}

/** A payout's money from its reservation to its end: not the miner's any more, and not gone yet. */
export function inflightAccount(payout: bigint): LedgerAccount {
  return `inflight:${payout}`;
}

/** A chain that owes rewards, below zero by what came from it. */
export function chainAccount(chain: string): LedgerAccount {
  return `ext:chain:${chain}`;
}

/** The wallet on a network, below zero by what it holds. */
export function networkAccount(network: string): LedgerAccount {
  return `ext:network:${network}`;
}

/** The operator's cold addresses on a network, below zero by what was swept to them and is still the pool's own. */
export function coldAccount(network: string): LedgerAccount {
  return `ext:cold:${network}`;
}

/** The network whose cold addresses an account stands for; undefined for any other account. */
export function networkOfCold(account: LedgerAccount): string | undefined {
  return /^ext:cold:(.+)$/.exec(account)?.[1];
}

/** The pool's own money in an account at an exchange, below zero by what lies there. */
export function exchangeAccount(place: string): LedgerAccount {
  return `ext:exchange:${place}`;
}

/**
 * What trades have brought to an account at an exchange, and what was sent there to be sold for conversions, as far as no trade has spent it; below zero
 * by it. It lies there beside the pool's own, and may be what miners are owed.
 */
export function boughtAccount(place: string): LedgerAccount {
  return `ext:exchange:${place}:bought`;
}

/** What has left the wallet of a network for an exchange, the pool's own or what is to be sold, and that the exchange has not credited; below zero by it. */
export function transitAccount(network: string, place: string): LedgerAccount {
  return `ext:transit:${network}:${place}`;
}

/**
 * What has left an exchange for the wallet of a network and is not there yet; below zero by it. The pool's own, or what trades had brought: its transfer
 * has how much of either.
 */
export function returningAccount(network: string, place: string): LedgerAccount {
  return `ext:transit:${network}:${place}:back`;
}

/** Both legs of every conversion: above zero the pool holds the asset, below zero it owes it and has to buy. */
export const conversionAccount: LedgerAccount = 'conv:desk';

/**
 * What exchanges have taken for trades, below zero by it. Conversions pay it, and it is of their kind: what a fee took of a coin is still to be
 * bought.
 */
export const tradingFeesAccount: LedgerAccount = 'pool:trading-fees';

export const feesAccount: LedgerAccount = 'pool:fees';
/** The operator's own money. */
export const capitalAccount: LedgerAccount = 'pool:capital';
/** Balances of idle miners that were written off. */
export const writtenOffAccount: LedgerAccount = 'pool:written-off';

/** What the pool bore for blocks that were lost after they had been credited. */
export const reorgLossAccount: LedgerAccount = 'pool:reorg-loss';
/** What a restore found missing in balances that were paid out after the backup: the pool bears it. */
export const restoreLossAccount: LedgerAccount = 'pool:restore-loss';
/** What the pool itself has paid to networks. */
export const networkFeesAccount: LedgerAccount = 'pool:network-fees';
/** What an operator corrected. */
export const correctionsAccount: LedgerAccount = 'pool:corrections';

/** Those of the pool's accounts that are not its own money. */
const kindsOfOwn: ReadonlyMap<string, AccountKind> = new Map([
  [reorgLossAccount, 'loss'],
  [restoreLossAccount, 'loss'],
  [networkFeesAccount, 'loss'],
  [correctionsAccount, 'loss'],
  [tradingFeesAccount, 'conversion'],
]);

/** The kind of an account; the database derives the same in `ledger_account_kind`. Throws a RangeError on a name of none. */
export function kindOf(account: LedgerAccount): AccountKind {
  const [first = '', , third = ''] = account.split(':');
  const kind = first === 'miner' ? third : (kindsOfNames[first] ?? first);
  const known = kindsOfOwn.get(account) ?? accountKinds.find((each) => each === kind);
  if (known === undefined) throw new RangeError(`${account} is no account of the chart`);
  return known;
}

const kindsOfNames: Readonly<Record<string, AccountKind>> = {
  ext: 'external',
  conv: 'conversion',
  pool: 'own',
};

/** Whether an account may be below zero; all others are liabilities. */
export function mayBeNegative(account: LedgerAccount): boolean {
  const kind = kindOf(account);
  return kind === 'external' || kind === 'conversion' || kind === 'loss';
}

/** Whether it is a miner's. Asked for every part of a round, so it looks at the name only. */
export function isMinersAccount(account: LedgerAccount): boolean {
  return account.startsWith('miner:');
}
