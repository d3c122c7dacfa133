import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import type { BuildOutcome, PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { bitcoinWallet } from './bitcoin-wallet.ts';
import { buildPayment } from './build-payment.ts';
import { makerOf, outputNamed } from './coin-names.ts';
import { adaptNode } from './dialects/adapt-node.ts';
import { PreviousTransactions } from './previous-transactions.ts';
import { formSigner } from './testing/chain-in-form.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { NexaStandIn } from './testing/nexa-stand-in.ts';
import { filled } from './testing/payments-in-form.ts';

const facts: RailFacts = { ...keyHashFacts, form: 'nexa' };
const coin = 10n ** 18n;
const address = 'D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a';
const order: PaymentOrder = { payoutId: 1n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: coin };
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

describe.skipIf(!hasLitecoind)('Nexa over two litecoinds', { timeout: 240_000 }, () => {
  let wallets: LitecoinWallets;
  let chain: NexaStandIn;
  beforeAll(async () => {
    wallets = await LitecoinWallets.start(20, keyHashFacts);
    chain = new NexaStandIn(wallets.signer);
  }, 240_000);
  afterAll(async () => {
    await wallets?.close();
  });

  const open = () => {
    const own = wallets.signer.address;
    const nodes = wallets.railNodes.map((node) =>
      adaptNode({ ...chain.over(node), walletName: 'watch', own, maturity: 100 }),
    );
    const rail = wallets.rail({ facts, nodes, signer: formSigner(facts) });
    const sign = async (payoutId: bigint, orderId?: string): Promise<Signed> => {
      const outcome = await rail.build(
        [{ ...order, payoutId, ...(orderId !== undefined && { orderId }) }],
        [],
      );
      if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
      return outcome;
    };
    const judged = async ({ txid, proof }: Signed) =>
      judgeTransaction(await rail.lookUp('DOGE', txid, proof), confirmations);
    return { rail, nodes, own, sign, judged };
  };
  const mineAlone = async (bytes: Uint8Array): Promise<void> => {
    await wallets.nodes.one.ask('generateblock', 'raw(51)', [chain.plainOf(bytes)]);
    await wallets.nodes.mine(0);
  };

  it('pays, and sees what became of it whatever its signatures are', async () => {
    const { rail, nodes, own, sign, judged } = open();
    const signed = await sign(1n);
    expect((await judged(signed)).evidence.kind).toBe('absent');
    expect(await rail.send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });
    await vi.waitFor(async () => expect((await judged(signed)).evidence.kind).toBe('waiting'), {
      timeout: 120_000,
      interval: 50,
    });
    // What waits gives its change back, and what a block has counts once.
    const waiting = await bitcoinWallet({ facts, network: 'regtest', nodes, own: [own] }).amounts();
    expect(waiting.get('DOGE')).toBeGreaterThan(19n * coin);
    await wallets.nodes.mine(confirmations);
    expect(await judged(signed)).toMatchObject({ evidence: { kind: 'confirmed', confirmations } });

    const second = await sign(2n);
    // The script of its one input begins behind a type and an outpoint.
    const other = Uint8Array.from(second.bytes);
    other.fill(2, 2 + 33 + 1, 2 + 33 + 1 + 99);
    chain.plainOf(second.bytes);
    await mineAlone(other);
    await wallets.nodes.mine(confirmations - 1);
    expect(await judged(second)).toMatchObject({ evidence: { kind: 'confirmed' } });

    for (const { transactions } of await rail.outgoing(0, 'DOGE'))
      expect(transactions.map(({ txid }) => txid)).toEqual(
        expect.arrayContaining([signed.txid, second.txid]),
      );
  });

  it('holds a payment to be over where another transaction has spent its coin', async () => {
    const { sign, judged, nodes } = open();
    const over = await sign(3n);
    const [name = ''] = (over.proof['coins'] ?? '').split(' ');
    const parent = await new PreviousTransactions(nodes).of(makerOf(name));
    const spent = parent && outputNamed(parent, name);
    if (parent === undefined || spent === undefined) throw new Error('the coin is not known');
    const psbt = buildPayment(
      { coins: 'key-hash', form: 'nexa' },
      [{ name, output: spent.at, parent, value: spent.value }],
      [{ script: spent.script, value: spent.value - 100_000n }],
    );
    await mineAlone(filled(psbt, 'nexa'));
    await wallets.nodes.mine(confirmations - 1);
    expect(await judged(over)).toMatchObject({ evidence: { kind: 'invalidated' } });
  });

  it('cancels what waits for nothing but its own coins', async () => {
    const { rail, sign, judged } = open();
    const stored = await sign(4n, 'cancelled');
    const cancel = await rail.cancel?.([{ ...order, payoutId: 4n, orderId: 'cancelled' }], []);
    if (cancel === undefined) throw new Error('it cannot cancel');
    expect(await rail.send('DOGE', cancel.bytes)).toEqual({ kind: 'taken' });
    await wallets.nodes.mine(confirmations);
    expect(await judged(stored)).toMatchObject({ evidence: { kind: 'invalidated' } });
  });
});
