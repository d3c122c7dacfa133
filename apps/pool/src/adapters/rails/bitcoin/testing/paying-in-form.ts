import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { BuildOutcome, PaymentOrder } from '../../../../domain/kernel/rail.ts';
import type { RailFacts } from '../../../chains/bitcoin/chain-facts.ts';
import { buildPayment } from '../build-payment.ts';
import { makerOf, outputNamed } from '../coin-names.ts';
import { PreviousTransactions } from '../previous-transactions.ts';
import type { RailNode } from '../rail-node.ts';
import { formSigner } from './chain-in-form.ts';
import { confirmations, type LitecoinWallets } from './litecoin-wallets.ts';
import { filled } from './payments-in-form.ts';

export const coin = 10n ** 18n;
const address = 'D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a';
const order: PaymentOrder = { payoutId: 1n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: coin };
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

interface Chain {
  readonly facts: RailFacts;
  /** Those of the chain, over litecoinds. */
  readonly nodes: readonly RailNode[];
  /** What litecoinds take for a transaction of the chain: hexadecimal digits. */
  readonly plainOf: (bytes: Uint8Array) => string;
}

/** The rail of a chain whose transactions have a form of their own, over two litecoinds: it pays a coin with each payment. */
export function payingInForm(wallets: LitecoinWallets, { facts, nodes, plainOf }: Chain) {
  const rail = wallets.rail({ facts, nodes, signer: formSigner(facts) });
  const orderOf = (payoutId: bigint, orderId?: string): PaymentOrder => ({
    ...order,
    payoutId,
    ...(orderId !== undefined && { orderId }),
  });
  const sign = async (payoutId: bigint, orderId?: string): Promise<Signed> => {
    const outcome = await rail.build([orderOf(payoutId, orderId)], []);
    if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
    return outcome;
  };
  /** What cancels such a payment. */
  const cancel = async (payoutId: bigint, orderId: string) => {
    const outcome = await rail.cancel?.([orderOf(payoutId, orderId)], []);
    if (outcome === undefined) throw new Error('it cannot cancel');
    return outcome;
  };
  const judged = async ({ txid, proof }: Signed) =>
    judgeTransaction(await rail.lookUp('DOGE', txid, proof), confirmations);
  /** A block with this transaction alone. */
  const mineAlone = async (bytes: Uint8Array): Promise<void> => {
    await wallets.nodes.one.ask('generateblock', 'raw(51)', [plainOf(bytes)]);
    await wallets.nodes.mine(0);
  };
  /** A block with another transaction that spends the first coin of a payment. */
  const spendElsewhere = async ({ proof }: Signed): Promise<void> => {
    const [name = ''] = (proof['coins'] ?? '').split(' ');
    const parent = await new PreviousTransactions(nodes).of(makerOf(name));
    const spent = parent && outputNamed(parent, name);
    if (parent === undefined || spent === undefined) throw new Error('the coin is not known');
    const psbt = buildPayment(
      { coins: 'key-hash', form: facts.form },
      [{ name, output: spent.at, parent, value: spent.value }],
      [{ script: spent.script, value: spent.value - 100_000n }],
    );
    await mineAlone(filled(psbt, facts.form));
  };
  return { rail, sign, cancel, judged, mineAlone, spendElsewhere };
}
