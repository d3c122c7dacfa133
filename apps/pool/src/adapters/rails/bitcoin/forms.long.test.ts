import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { adaptNode } from './dialects/adapt-node.ts';
import { readTransaction } from './read-transaction.ts';
import { ChainInForm } from './testing/chain-in-form.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { type OlderNode, olderCoreStandIn } from './testing/older-core-stand-in.ts';
import { payingInForm } from './testing/paying-in-form.ts';
import { withScripts } from './testing/payments-in-form.ts';

describe.skipIf(!hasLitecoind).each<readonly [OlderNode, RailFacts]>([
  ['XVG', { ...keyHashFacts, form: 'timed' }],
  ['KMD', { ...keyHashFacts, form: 'sapling', branch: '76b809bb' }],
])(
  'a chain with transactions of the form of %s over two litecoinds',
  { timeout: 240_000 },
  (stands, facts) => {
    let wallets: LitecoinWallets;
    let chain: ChainInForm;
    beforeAll(async () => {
      wallets = await LitecoinWallets.start(20, keyHashFacts);
      chain = new ChainInForm(facts, wallets.signer);
    }, 240_000);
    afterAll(async () => {
      await wallets?.close();
    });

    const open = () => {
      const nodes = wallets.railNodes.map((node) =>
        adaptNode({
          ...olderCoreStandIn(chain.over(node), stands),
          form: facts.form,
          walletName: 'watch',
          own: wallets.signer.address,
          maturity: 100,
        }),
      );
      return payingInForm(wallets, { facts, nodes, plainOf: (bytes) => chain.plainOf(bytes) });
    };
    const idOf = (bytes: Uint8Array): string => readTransaction(bytes, facts.form).txid;

    it('pays, and sees what became of it under any id', async () => {
      const { rail, sign, judged, mineAlone } = open();
      const signed = await sign(1n);
      expect((await judged(signed)).evidence.kind).toBe('absent');
      expect(await rail.send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });
      await vi.waitFor(async () => expect((await judged(signed)).evidence.kind).toBe('waiting'), {
        timeout: 120_000,
        interval: 50,
      });
      await wallets.nodes.mine(confirmations);
      const own = await judged(signed);
      expect(own).toMatchObject({ evidence: { kind: 'confirmed', confirmations }, as: idOf(signed.bytes) });

      const second = await sign(2n);
      const other = withScripts(second.bytes, facts.form, 2);
      expect(idOf(other)).not.toBe(idOf(second.bytes));
      await mineAlone(other);
      await wallets.nodes.mine(confirmations - 1);
      expect(await judged(second)).toMatchObject({ evidence: { kind: 'confirmed' }, as: idOf(other) });

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
  },
);
