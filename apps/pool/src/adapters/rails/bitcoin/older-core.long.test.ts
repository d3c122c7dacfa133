import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import type { BuildOutcome, PaymentOrder } from '../../../domain/kernel/rail.ts';
import { adaptNode } from './dialects/adapt-node.ts';
import { walletFault } from './rail-node.ts';
import { readTransaction } from './read-transaction.ts';
import { keyHashFacts } from './testing/key-hash-facts.ts';
import { confirmations, LitecoinWallets } from './testing/litecoin-wallets.ts';
import { malleate } from './testing/malleate.ts';
import { type OlderNode, olderCoreStandIn } from './testing/older-core-stand-in.ts';
import { spendAgain } from './testing/spend-again.ts';

const coin = 10n ** 18n;
const address = 'D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a';
const order: PaymentOrder = { payoutId: 1n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: coin };
type Signed = Extract<BuildOutcome, { kind: 'signed' }>;
const idOf = (bytes: Uint8Array): string => readTransaction(bytes).txid;

describe.skipIf(!hasLitecoind)('stand-ins of older nodes over two litecoinds', { timeout: 240_000 }, () => {
  let wallets: LitecoinWallets;
  beforeAll(async () => {
    wallets = await LitecoinWallets.start(40, keyHashFacts);
  }, 240_000);
  afterAll(async () => {
    await wallets?.close();
  });

  const open = (stands: OlderNode) => {
    const standIns = wallets.railNodes.map((node) => olderCoreStandIn(node, stands));
    const nodes = standIns.map((node) =>
      adaptNode({ ...node, walletName: 'watch', own: wallets.signer.address, maturity: 100 }),
    );
    const rail = wallets.rail({ nodes });
    const sign = async (payoutId: bigint): Promise<Signed> => {
      const outcome = await rail.build([{ ...order, payoutId }], []);
      if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
      return outcome;
    };
    const judged = async ({ txid, proof }: Signed) =>
      judgeTransaction(await rail.lookUp('DOGE', txid, proof), confirmations);
    return { rail, nodes, sign, judged, calls: standIns.flatMap(({ calls }) => calls) };
  };
  const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
    vi.waitFor(check, { timeout: 120_000, interval: 50 }) as Promise<Awaited<T>>;
  const mineAlone = async (hex: string): Promise<void> => {
    await wallets.nodes.one.ask('generateblock', 'raw(51)', [hex]);
    await wallets.nodes.mine(0);
  };

  it.each<OlderNode>(['DOGE', 'RVN', 'RTM', 'FIRO', 'VIA', 'BCH', 'XVG', 'FLUX', 'KMD', 'ZEC'])(
    'pays through what stands in for %s, and sees what became of it',
    async (stands) => {
      const { rail, sign, judged } = open(stands);
      const plain = wallets.rail();
      const signed = await sign(1n);
      expect((await judged(signed)).evidence.kind).toBe('absent');
      expect(await rail.send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });
      await eventually(async () => expect((await judged(signed)).evidence.kind).toBe('waiting'));
      await wallets.nodes.mine(confirmations);
      expect(await judged(signed)).toMatchObject({
        evidence: { kind: 'confirmed', confirmations },
        as: idOf(signed.bytes),
      });
      expect(await rail.send('DOGE', signed.bytes)).toEqual({ kind: 'taken' });

      const renamed = await sign(2n);
      const other = malleate(renamed.bytes);
      await mineAlone(Buffer.from(other).toString('hex'));
      await wallets.nodes.mine(confirmations - 1);
      expect(await judged(renamed)).toMatchObject({ evidence: { kind: 'confirmed' }, as: idOf(other) });

      const over = await sign(3n);
      await mineAlone(await spendAgain(wallets.signer, wallets.railNodes, over.proof));
      await wallets.nodes.mine(confirmations - 1);
      expect(await judged(over)).toMatchObject({ evidence: { kind: 'invalidated' } });

      // Whatever a litecoind is asked by itself it says the same.
      expect(await rail.outgoing(0, 'DOGE')).toEqual(await plain.outgoing(0, 'DOGE'));
      expect(await rail.funds?.('DOGE', 'DOGE', [])).toEqual(await plain.funds?.('DOGE', 'DOGE', []));
      expect(await rail.quote?.('DOGE', 'DOGE')).toEqual(await plain.quote?.('DOGE', 'DOGE'));
    },
  );

  it.each<OlderNode>(['DOGE', 'RVN', 'FIRO', 'VIA', 'XVG', 'KMD'])(
    'relies on no wallet of what stands in for %s that holds the key, or does not watch',
    async (stands) => {
      await wallets.nodes.one.ask('createwallet', `keys-${stands}`);
      const wallet = wallets.walletOf('one', `keys-${stands}`);
      const [first] = wallets.railNodes;
      if (first === undefined) throw new Error('there is no node');
      const adapted = adaptNode({
        ...olderCoreStandIn({ ...first, wallet }, stands),
        walletName: 'watch',
        own: '',
        maturity: 100,
      });
      expect(await walletFault(adapted.wallet, [wallets.signer.address])).toContain('does not watch');
      const made = await wallet.call('getnewaddress', ['', 'legacy']);
      if (made.kind !== 'result') throw new Error('it gives no address');
      await expect(walletFault(adapted.wallet, [String(made.value)])).rejects.toThrow(
        'its wallet holds the key of',
      );
    },
  );
});
