import type { TransactionAnswer, TransactionStatus } from '@openlode/ledger/judge-transaction';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { DecodedOutput, PaymentOrder, Rail, RailTerms } from '../../domain/kernel/rail.ts';
import { WalletShort } from '../../domain/kernel/wallet-short.ts';
import {
  decodeSandboxPayment,
  encodeSandboxPayment,
  inspectSandboxPayment,
  sandboxPayment,
  sandboxTxid,
} from '../rail/sandbox-payment.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';

export interface Faults {
  below(limit: number): number;
  percent(chance: number): boolean;
}

/** No fault at all: the wallet and its nodes do what they should, and each block takes what it finds (the chance of 60 %). */
export const calm: Faults = { below: () => 0, percent: (chance) => chance === 60 };

interface KnownTransaction {
  readonly txid: string;
  readonly label: string;
  readonly outputs: readonly DecodedOutput[];
  /** What its bytes allow, and what the block took: less, as where work is paid by its use. */
  readonly fee: bigint;
  readonly bytes: Uint8Array;
  readonly sentAt: number;
  readonly validUntil: number;
  /** When it reaches the network; before that it is on its way. */
  readonly arrivesAt: number;
  /** The block that holds it. */
  block: number | undefined;
  /** Forgotten by the network; the same bytes may come again. */
  dropped: boolean;
}

/** What its wallet and its fee market are like for a while. */
export interface RailMoods {
  walletEmpty: boolean;
  feesHigh: boolean;
}

export interface AdversarialRail extends Rail {
  /** The chain's own record: what is in its blocks, an entry for each payment. */
  truth(): { readonly label: string; readonly txid: string; readonly outputs: readonly DecodedOutput[] }[];
  /** Everything that was ever handed to it and taken. */
  sent(): string[];
  /** From here on it does what it should. */
  heal(): void;
  faults(): number;
  /** Everything after its final depth is taken back, as a chain does once in its life. */
  reorganise(txid: string): void;
}

const blockMs = 10_000;
const confirmationsNeeded = 6;
const usualValidMs = 600_000;
/** Addresses that no wallet takes, and those whose payments no block ever takes. */
export const badPayee = 'DBad';
export const unluckyPayee = 'DUnlucky';
const refusal = { reason: 'INVALID_ADDRESS', why: 'the wallet does not take the address' } as const;
const feeMax = 1000n;

/**
 * A chain that does everything a chain can do to a pool, from one seed: refuses to answer, answers late, takes a transaction and says
 * it did not, says it did and forgets it, drops it from its pool, takes blocks back, forgets for a moment what it knows, asks for mad
 * fees and signs something else than it was asked. One of its two nodes lies,
 * about an invalidation and about a settlement, and is behind at times; the other one never does. It takes back a final block only when asked to.
 */
export function adversarialRail(
  clock: Clock,
  faults: Faults,
  {
    validMs = usualValidMs,
    moods = { walletEmpty: false, feesHigh: false },
    payeesMax = 1,
  }: {
    readonly validMs?: number;
    readonly moods?: Readonly<RailMoods>;
    /** How many payments one of its transactions makes. */
    readonly payeesMax?: number;
  } = {},
): AdversarialRail {
  const transactions = new Map<string, KnownTransaction>();
  let height = heightAt(clock.now());
  let healed = false;
  let counted = 0;
  let nonce = 0;

  const strikes = (chance: number): boolean => {
    if (healed || !faults.percent(chance)) return false;
    counted += 1;
    return true;
  };

  function feeSpike(): boolean {
    if (moods.feesHigh) counted += 1;
    return moods.feesHigh;
  }

  /** Blocks since the last lookup. */
  function catchUp(): void {
    for (const now = heightAt(clock.now()); height < now; height += 1) mine(height + 1);
  }

  function mine(block: number): void {
    const blockAt = block * blockMs;
    if (strikes(6)) {
      // Blocks are taken back, but never one that was final.
      const depth = 1 + faults.below(confirmationsNeeded - 2);
      for (const each of transactions.values())
        if (each.block !== undefined && each.block > block - 1 - depth) each.block = undefined;
    }
    for (const each of transactions.values()) {
      if (each.block !== undefined || each.dropped || each.arrivesAt > blockAt || each.validUntil < blockAt)
        continue;
      if (each.outputs.some(({ address }) => address.startsWith(unluckyPayee))) continue;
      if (strikes(4)) each.dropped = true;
      else if (healed || faults.percent(60)) each.block = block;
    }
  }

  function arrive(bytes: Uint8Array, delayMs: number): void {
    const { txid, label, outputs, fee, validUntil } = decodeSandboxPayment(bytes);
    const sentAt = clock.now();
    const known = transactions.get(txid);
    if (known !== undefined && !known.dropped) return;
    const arrivesAt = clock.now() + delayMs;
    const block = undefined;
    transactions.set(txid, {
      txid,
      label,
      outputs,
      fee: fee.amount - fee.amount / 3n,
      bytes: new Uint8Array(bytes),
      sentAt,
      validUntil,
      arrivesAt,
      block,
      dropped: false,
    });
  }

  function seen(txid: string, validUntil: number): TransactionStatus {
    const known = transactions.get(txid);
    if (known?.block !== undefined)
      return { kind: 'confirmed', confirmations: height - known.block + 1, fee: known.fee };
    // The newest block that can still change is six deep; what it could have held is decided.
    if ((height - confirmationsNeeded) * blockMs > validUntil)
      return { kind: 'invalidated', why: 'its time has passed on a final block', fee: 0n };
    if (known === undefined || known.dropped || known.arrivesAt > clock.now()) return { kind: 'absent' };
    return { kind: 'waiting' };
  }

  /** The node that is not to be believed. */
  function otherNode(status: TransactionStatus): Omit<TransactionAnswer, 'node'> {
    if (strikes(4)) return { height, isSynced: false, status: { kind: 'absent' } };
    if (strikes(4)) return { height: height - 100, isSynced: true, status: { kind: 'absent' } };
    if (strikes(6)) return { height, isSynced: true, status: { kind: 'invalidated', why: 'a lie', fee: 0n } };
    if (strikes(6))
      return { height, isSynced: true, status: { kind: 'confirmed', confirmations: 99, fee: 5n } };
    return { height, isSynced: true, status };
  }

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
    build: async (orders) => {
      catchUp();
      if (strikes(5)) throw new Error('the wallet does not answer');
      const payments = orders.flatMap(({ payoutId, address }) =>
        address.startsWith(badPayee) ? [{ payoutId, ...refusal }] : [],
      );
      if (payments.length > 0) return { kind: 'refused', payments };
      if (moods.walletEmpty) {
        counted += 1;
        throw new WalletShort('the wallet is empty');
      }
      const asked = strikes(2) ? altered(orders, faults) : orders;
      const fee = {
        asset: orders[0]?.coin ?? '',
        amount: strikes(4) || feeSpike() ? feeMax * BigInt(orders.length) * 100n : 7n,
      };
      nonce += 1;
      const validUntil = clock.now() + validMs;
      const payment = sandboxPayment(asked, {
        fee,
        validUntil,
        // Suites have several chains on one database, and what one spends is no other's.
        nonce: `${orders[0]?.payoutId}-${nonce}-${faults.below(2 ** 30)}`,
      });
      const bytes = encodeSandboxPayment(payment);
      return {
        kind: 'signed',
        bytes,
        txid: sandboxTxid(bytes),
        proof: { validUntil: validUntil.toString() },
      };
    },
    inspect: inspectSandboxPayment,
    send: async (_network, bytes) => {
      catchUp();
      if (strikes(8)) throw new Error('connection refused');
      if (strikes(6)) return { kind: 'taken' };
      const late = strikes(12) ? faults.below(120) * 1000 : 0;
      arrive(bytes, late);
      if (late > 0) throw new Error('timeout');
      if (strikes(12)) return { kind: 'refused', why: 'insufficient funds' };
      return { kind: 'taken' };
    },
    lookUp: async (_network, txid, proof) => {
      catchUp();
      if (strikes(10)) throw new Error('timeout');
      const status = seen(txid, Number(proof['validUntil']));
      const honest = status.kind !== 'invalidated' && strikes(8) ? { kind: 'absent' as const } : status;
      return [
        { node: 'honest', height, isSynced: true, status: honest },
        { node: 'other', ...otherNode(status) },
      ];
    },
    outgoing: async (since, only) => {
      catchUp();
      if (strikes(10)) throw new Error('timeout');
      const sent = [...transactions.values()]
        .filter(({ sentAt }) => sentAt >= since)
        .map(({ txid, label, bytes, sentAt, validUntil }) => {
          const { network } = decodeSandboxPayment(bytes);
          return { network, txid, bytes, label, at: sentAt, proof: { validUntil: validUntil.toString() } };
        });
      const networks = only === undefined ? ['DOGE', ...sent.map(({ network }) => network)] : [only];
      // A node that is behind knows of nothing, and may not be taken for a wallet that has sent nothing.
      const behind = strikes(8) ? { height: height - 100, isSynced: false } : undefined;
      return [...new Set(networks)].map((network) => ({
        network,
        node: 'honest',
        height,
        isSynced: true,
        transactions: behind === undefined ? sent.filter((each) => each.network === network) : [],
        ...behind,
      }));
    },
    reorganise: (txid) => {
      catchUp();
      const known = transactions.get(txid);
      if (known !== undefined) Object.assign(known, { block: undefined, dropped: true });
    },
    truth: () => {
      catchUp();
      return [...transactions.values()]
        .filter(({ block }) => block !== undefined)
        .flatMap(({ label, txid, outputs }) => {
          const labels = label.split(',');
          return outputs.map((output, index) => ({
            label: labels[index] ?? label,
            txid,
            outputs: [output],
          }));
        });
    },
    sent: () => [...transactions.keys()],
    heal: () => {
      healed = true;
    },
    faults: () => counted,
  };
}

function heightAt(now: number): number {
  return Math.floor(now / blockMs);
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
