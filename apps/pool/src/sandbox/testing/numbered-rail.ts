import type { TransactionStatus } from '@openlode/ledger/judge-transaction';
import type { Clock } from '../../domain/kernel/clock.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { BuildOutcome, PaymentOrder, Rail } from '../../domain/kernel/rail.ts';
import {
  decodeSandboxPayment,
  encodeSandboxPayment,
  inspectSandboxPayment,
  sandboxPayment,
  sandboxTxid,
} from '../rail/sandbox-payment.ts';

export const ownAddress = 'DOwnAddressOfThePool';
const confirmationsNeeded = 3;

type SignedOutcome = Extract<BuildOutcome, { kind: 'signed' }>;

/**
 * A chain that takes the numbers of one account in order, one transaction for each, and two nodes that say the truth of it. A suite decides
 * what is in a block, what nodes forget and what a block costs.
 */
export interface NumberedRail extends Rail {
  /** Puts this transaction into a block of its own, and `more` empty ones on it; as executed and undone, or
   * so that no node can tell what it did, where that is said. */
  mine(txid: string, more?: number, how?: 'paid' | 'undone' | 'unclear'): void;
  /** Empty blocks. */
  pass(blocks: number): void;
  /** The newest blocks are given up, and what was in them. */
  giveUp(blocks: number): void;
  /** Neither node has it any more, unless it is in a block. */
  forget(txid: string): void;
  /** Everything that a node was handed, in that order. */
  sent(): readonly string[];
  /** What blocks pay to an address, in units of 10^-18. */
  paid(address: string): bigint;
  /** What a block costs now. What was signed for less waits. */
  price: bigint;
  /** Of what it takes that. */
  feeAsset: string;
  /** Whether what waits has to come after something else of the account. */
  isBehind: boolean;
  /** What a signer has signed for a payout beside what is stored. */
  signerKnows: (payout: bigint) => readonly Uint8Array[];
  /** Everything that was signed, the oldest first. */
  readonly signed: SignedOutcome[];
}

interface Block {
  readonly txid?: string;
  readonly how?: 'paid' | 'undone' | 'unclear';
}

let chains = 0;

/** Which chain it is, and the most that it may take for a transaction, in units of 10^-18. */
interface NumberedChain {
  readonly network: string;
  readonly feeMax: bigint;
}

const dogeChain: NumberedChain = { network: 'DOGE', feeMax: 1000n };

/** @param chain its coin is called as its network */
export function numberedRail(clock: Clock, { network, feeMax } = dogeChain): NumberedRail {
  chains += 1;
  const chain = `chain-${chains}`;
  const blocks: Block[] = [{}];
  const known = new Map<string, { readonly bytes: Uint8Array; readonly at: number }>();
  const forgotten = new Set<string>();
  const handed: string[] = [];
  const signed: SignedOutcome[] = [];
  const numberOf = (bytes: Uint8Array): string => decodeSandboxPayment(bytes).claims[0] ?? '';
  const placeOf = (number: string): number =>
    blocks.findIndex(
      ({ txid }) => txid !== undefined && numberOf(known.get(txid)?.bytes ?? new Uint8Array()) === number,
    );

  function sign(orders: readonly PaymentOrder[], number: string, amount: bigint): SignedOutcome {
    const payment = sandboxPayment(orders, {
      fee: { asset: rail.feeAsset, amount },
      validUntil: 1,
      nonce: number.replace('nonce:', ''),
    });
    const bytes = encodeSandboxPayment(payment);
    const outcome: SignedOutcome = { kind: 'signed', bytes, txid: sandboxTxid(bytes), proof: { number } };
    signed.push(outcome);
    return outcome;
  }

  const waits = (txid: string): boolean => known.has(txid) && !forgotten.has(txid);

  function statusOf(txid: string, number: string): TransactionStatus {
    const place = placeOf(number);
    const block = blocks[place];
    const confirmations = blocks.length - place;
    const fee =
      known.get(txid) === undefined
        ? 0n
        : decodeSandboxPayment(known.get(txid)?.bytes ?? new Uint8Array()).fee.amount;
    if (block?.txid === txid && block.how === 'paid') return { kind: 'confirmed', confirmations, fee };
    if (block?.txid === txid && block.how === 'unclear')
      return { kind: 'unclear', why: `${txid} was executed without a report`, confirmations, fee };
    if (block?.txid === txid)
      return confirmations < confirmationsNeeded
        ? { kind: 'waiting' }
        : { kind: 'invalidated', why: 'executed and undone', fee };
    if (block !== undefined && confirmations >= confirmationsNeeded)
      return { kind: 'invalidated', why: `${block.txid} has its number`, fee: 0n };
    return { kind: waits(txid) && block === undefined ? 'waiting' : 'absent' };
  }

  const rail: NumberedRail = {
    name: 'numbered',
    kind: simulatedKind,
    resend: 'same-bytes',
    isOrdered: false,
    networks: [network],
    price: 8n,
    feeAsset: network,
    isBehind: false,
    signed,
    pays: (_coin, on) => on === network,
    terms: () => ({ confirmationsNeeded, feeAsset: rail.feeAsset, feeMax, ownAddresses: [ownAddress] }),
    quote: async () => {
      const { feeAsset, price } = rail;
      return { feeAsset, alone: price, together: price, payees: 1, cap: feeMax, rate: `${price}` };
    },
    build: async (orders, claimed) => {
      for (let number = 0; ; number += 1) {
        const claim = `nonce:${chain}-${number}`;
        if (placeOf(claim) < 0 && !claimed.includes(claim)) return sign(orders, claim, rail.price);
      }
    },
    replace: async (orders, attempts) => {
      const fees = attempts.map(({ bytes }) => decodeSandboxPayment(bytes).fee.amount);
      const amount = [rail.price, ...fees.map((fee) => (fee * 9n + 7n) / 8n)].reduce((a, b) =>
        a > b ? a : b,
      );
      if (amount > feeMax) throw new Error('over the cap');
      return sign(orders, numberOf(attempts[0]?.bytes ?? new Uint8Array()), amount);
    },
    cancel: async (orders, attempts) => {
      const known = rail.signerKnows(orders[0]?.payoutId ?? 0n);
      const bytes = [...attempts.map((each) => each.bytes), ...known];
      const [first] = bytes;
      if (first === undefined) throw new Error('nothing was signed for the payment');
      const fees = bytes
        .filter((each) => waits(sandboxTxid(each)))
        .map((each) => (decodeSandboxPayment(each).fee.amount * 9n + 7n) / 8n);
      const amount = [rail.price, ...fees].reduce((a, b) => (a > b ? a : b));
      const nothing = orders
        .slice(0, 1)
        .map((order) => ({ ...order, address: ownAddress, memo: '', amount: 0n }));
      return sign(nothing, numberOf(first), amount);
    },
    signerKnows: () => [],
    waitsFor: async ({ bytes }) => {
      if (decodeSandboxPayment(bytes).fee.amount < rail.price) return 'price';
      return rail.isBehind ? 'earlier' : undefined;
    },
    inspect: inspectSandboxPayment,
    send: async (_network, bytes) => {
      const txid = sandboxTxid(bytes);
      handed.push(txid);
      forgotten.delete(txid);
      if (!known.has(txid)) known.set(txid, { bytes: new Uint8Array(bytes), at: clock.now() });
      return { kind: 'taken' };
    },
    lookUp: async (_network, txid, proof) =>
      ['one', 'two'].map((node) => ({
        node,
        height: blocks.length,
        isSynced: true,
        status: statusOf(txid, proof['number'] ?? ''),
      })),
    outgoing: async (since) => [
      {
        network,
        node: 'one',
        height: blocks.length,
        isSynced: true,
        transactions: blocks.flatMap(({ txid }) => {
          const found = txid === undefined ? undefined : known.get(txid);
          if (txid === undefined || found === undefined || found.at < since) return [];
          const { bytes, at } = found;
          return [{ network, txid, bytes, label: undefined, at, proof: { number: numberOf(bytes) } }];
        }),
      },
    ],
    mine: (txid, more = 0, how = 'paid') => {
      const bytes = signed.find((each) => each.txid === txid)?.bytes;
      if (bytes === undefined) throw new Error(`${txid} was never signed`);
      if (placeOf(numberOf(bytes)) >= 0) throw new Error('its number is used');
      if (!known.has(txid)) known.set(txid, { bytes, at: clock.now() });
      blocks.push({ txid, how });
      rail.pass(more);
    },
    pass: (count) => {
      for (let each = 0; each < count; each += 1) blocks.push({});
    },
    giveUp: (count) => {
      blocks.splice(-count);
    },
    forget: (txid) => void forgotten.add(txid),
    sent: () => handed,
    paid: (address) =>
      blocks
        .flatMap(({ txid, how }) =>
          txid !== undefined && how === 'paid'
            ? decodeSandboxPayment(known.get(txid)?.bytes ?? new Uint8Array()).outputs
            : [],
        )
        .reduce((sum, output) => (output.address === address ? sum + output.amount : sum), 0n),
  };
  return rail;
}
