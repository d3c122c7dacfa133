import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { bitcoinWallet } from './bitcoin-wallet.ts';
import { adaptNode } from './dialects/adapt-node.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { NexaStandIn } from './testing/nexa-stand-in.ts';
import { coin, payingInForm } from './testing/paying-in-form.ts';

const facts: RailFacts = { ...keyHashFacts, form: 'nexa' };

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
    const paying = payingInForm(wallets, { facts, nodes, plainOf: (bytes) => chain.plainOf(bytes) });
    return { ...paying, nodes, own };
  };

  it('pays, and sees what became of it whatever its signatures are', async () => {
    const { rail, nodes, own, sign, judged, mineAlone } = open();
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
    const { sign, judged, spendElsewhere } = open();
    const over = await sign(3n);
    await spendElsewhere(over);
    await wallets.nodes.mine(confirmations - 1);
    expect(await judged(over)).toMatchObject({ evidence: { kind: 'invalidated' } });
  });

  it('cancels what waits for nothing but its own coins', async () => {
    const { rail, sign, cancel, judged } = open();
    const stored = await sign(4n, 'cancelled');
    const { bytes } = await cancel(4n, 'cancelled');
    expect(await rail.send('DOGE', bytes)).toEqual({ kind: 'taken' });
    await wallets.nodes.mine(confirmations);
    expect(await judged(stored)).toMatchObject({ evidence: { kind: 'invalidated' } });
  });
});
