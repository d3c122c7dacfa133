import type { InvalidationProof } from '../../../../domain/kernel/rail.ts';
import { buildPayment } from '../build-payment.ts';
import { PreviousTransactions } from '../previous-transactions.ts';
import type { RailNode } from '../rail-node.ts';
import { coinKindOf } from '../transaction-size.ts';
import type { KeySigner } from './key-signer.ts';

/** Another transaction that spends the coins of one, made with the pool's key, and pays them back to it, or to a script: hexadecimal digits. */
export async function spendAgain(
  signer: KeySigner,
  nodes: readonly RailNode[],
  proof: InvalidationProof,
  to?: Uint8Array,
): Promise<string> {
  const previous = new PreviousTransactions(nodes);
  const coins = await Promise.all(
    (proof['coins'] ?? '').split(' ').map(async (name) => {
      const [txid = '', output] = name.split(':');
      const parent = await previous.of(txid);
      if (parent === undefined) throw new Error(`no node knows ${txid}`);
      const spent = parent.outputs[Number(output)];
      if (spent === undefined) throw new Error(`there is no coin ${name}`);
      return { name, output: Number(output), parent, value: spent.value, script: spent.script };
    }),
  );
  const [first] = coins;
  const value = coins.reduce((sum, each) => sum + each.value, -100_000n);
  const psbt = buildPayment(
    { coins: coinKindOf(first?.script ?? new Uint8Array()) ?? 'witness-key', form: undefined },
    coins,
    [{ script: to ?? first?.script ?? new Uint8Array(), value }],
  );
  return Buffer.from(signer.signPsbt(psbt)).toString('hex');
}
