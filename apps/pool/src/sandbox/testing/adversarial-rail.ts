import type { Clock } from '../../domain/kernel/clock.ts';
import type { PaymentOrder, Rail, RailTerms } from '../../domain/kernel/rail.ts';
import { WalletShort } from '../../domain/kernel/wallet-short.ts';
import {
  decodeSandboxPayment,
  encodeSandboxPayment,
  inspectSandboxPayment,
  sandboxPayment,
  sandboxTxid,
} from '../rail/sandbox-payment.ts';
import { AdversarialChain, confirmationsNeeded, type Faults, type MadePayment } from './adversarial-chain.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';

/** No fault at all: the wallet and its nodes do what they should, and each block takes what it finds (the chance of 60 %). */
export const calm: Faults = { below: () => 0, percent: (chance) => chance === 60 };

/** What its wallet and its fee market are like for a while. */
export interface RailMoods {
  walletEmpty: boolean;
  feesHigh: boolean;
}

export interface AdversarialRail extends Rail {
  /** The chain's own record: what is in its blocks, an entry for each payment. */
  truth(): MadePayment[];
  /** Everything that was ever handed to it and taken. */
  sent(): string[];
  /** From here on it does what it should. */
  heal(): void;
  faults(): number;
  /** Everything after its final depth is taken back, as a chain does once in its life. */
  reorganise(txid: string): void;
}

const usualValidMs = 600_000;
/** An address that no wallet takes. */
export const badPayee = 'DBad';
const refusal = { reason: 'INVALID_ADDRESS', why: 'the wallet does not take the address' } as const;
const feeMax = 1000n;

interface RailOptions {
  readonly validMs?: number;
  readonly moods?: Readonly<RailMoods>;
  /** How many payments one of its transactions makes. */
  readonly payeesMax?: number;
}

/**
 * A chain that does everything a chain can do to a pool, from one seed: refuses to answer, answers late, takes a transaction and says
 * it did not, says it did and forgets it, drops it from its pool, takes blocks back, forgets for a moment what it knows, asks for mad
 * fees and signs something else than it was asked. One of its two nodes lies,
 * about an invalidation and about a settlement, and is behind at times; the other one never does. It takes back a final block only when asked to.
 */
export function adversarialRail(clock: Clock, faults: Faults, options: RailOptions = {}): AdversarialRail {
  const chain = new AdversarialChain(clock, faults);
  const { payeesMax = 1 } = options;
  return {
    name: 'adversarial',
    kind: simulatedKind,
    resend: 'same-bytes',
    isOrdered: false,
    networks: ['DOGE'],
    pays: () => true,
    terms: (coin): RailTerms => ({
      payeesMax,
      confirmationsNeeded,
      feeAsset: coin,
      feeMax,
      ownAddresses: [],
    }),
    build: paymentBuilder(chain, clock, faults, options),
    inspect: inspectSandboxPayment,
    send: async (_network, bytes) => {
      chain.catchUp();
      if (chain.strikes(8)) throw new Error('connection refused');
      if (chain.strikes(6)) return { kind: 'taken' };
      const late = chain.strikes(12) ? faults.below(120) * 1000 : 0;
      chain.arrive(bytes, late);
      if (late > 0) throw new Error('timeout');
      if (chain.strikes(12)) return { kind: 'refused', why: 'insufficient funds' };
      return { kind: 'taken' };
    },
    lookUp: async (_network, txid, proof) => {
      chain.catchUp();
      if (chain.strikes(10)) throw new Error('timeout');
      const status = chain.seen(txid, Number(proof['validUntil']));
      const honest = status.kind !== 'invalidated' && chain.strikes(8) ? { kind: 'absent' as const } : status;
      return [
        { node: 'honest', height: chain.height, isSynced: true, status: honest },
        { node: 'other', ...chain.lie(status) },
      ];
    },
    outgoing: async (since, only) => readOutgoing(chain, since, only),
    reorganise: (txid) => {
      chain.catchUp();
      chain.reorganise(txid);
    },
    truth: () => {
      chain.catchUp();
      return chain.truth();
    },
    sent: () => [...chain.transactions.keys()],
    heal: () => {
      chain.heal();
    },
    faults: () => chain.counted,
  };
}

function paymentBuilder(
  chain: AdversarialChain,
  clock: Clock,
  faults: Faults,
  { validMs = usualValidMs, moods = { walletEmpty: false, feesHigh: false } }: RailOptions,
): Rail['build'] {
  let nonce = 0;
  const isDear = (): boolean => {
    if (chain.strikes(4)) return true;
    if (moods.feesHigh) chain.counted += 1;
    return moods.feesHigh;
  };
  return async (orders) => {
    chain.catchUp();
    if (chain.strikes(5)) throw new Error('the wallet does not answer');
    const payments = orders.flatMap(({ payoutId, address }) =>
      address.startsWith(badPayee) ? [{ payoutId, ...refusal }] : [],
    );
    if (payments.length > 0) return { kind: 'refused', payments };
    if (moods.walletEmpty) {
      chain.counted += 1;
      throw new WalletShort('the wallet is empty');
    }
    const asked = chain.strikes(2) ? altered(orders, faults) : orders;
    const amount = isDear() ? feeMax * BigInt(orders.length) * 100n : 7n;
    nonce += 1;
    const validUntil = clock.now() + validMs;
    const payment = sandboxPayment(asked, {
      fee: { asset: orders[0]?.coin ?? '', amount },
      validUntil,
      // Suites have several chains on one database, and what one spends is no other's.
      nonce: `${orders[0]?.payoutId}-${nonce}-${faults.below(2 ** 30)}`,
    });
    const bytes = encodeSandboxPayment(payment);
    return { kind: 'signed', bytes, txid: sandboxTxid(bytes), proof: { validUntil: validUntil.toString() } };
  };
}

async function readOutgoing(
  chain: AdversarialChain,
  ...[since, only]: Parameters<Rail['outgoing']>
): ReturnType<Rail['outgoing']> {
  chain.catchUp();
  if (chain.strikes(10)) throw new Error('timeout');
  const { height } = chain;
  const sent = [...chain.transactions.values()]
    .filter(({ sentAt }) => sentAt >= since)
    .map(({ txid, label, bytes, sentAt, validUntil }) => {
      const { network } = decodeSandboxPayment(bytes);
      return { network, txid, bytes, label, at: sentAt, proof: { validUntil: validUntil.toString() } };
    });
  const networks = only === undefined ? ['DOGE', ...sent.map(({ network }) => network)] : [only];
  // A node that is behind knows of nothing, and may not be taken for a wallet that has sent nothing.
  const behind = chain.strikes(8) ? { height: height - 100, isSynced: false } : undefined;
  return [...new Set(networks)].map((network) => ({
    network,
    node: 'honest',
    height,
    isSynced: true,
    transactions: behind === undefined ? sent.filter((each) => each.network === network) : [],
    ...behind,
  }));
}

/** Something else than what was asked. */
function altered(orders: readonly PaymentOrder[], faults: Faults): readonly PaymentOrder[] {
  const [order, ...others] = orders;
  if (order === undefined) return orders;
  const changes: Partial<PaymentOrder>[] = [
    { amount: order.amount + 1n },
    { amount: order.amount * 10n },
    { address: 'DAttackersOwnAddressInTheSandbox11' },
    { memo: 'another' },
    { network: 'OTHER' },
    { coin: 'OTHER' },
  ];
  return [{ ...order, ...changes[faults.below(changes.length)] }, ...others];
}
