import { describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { branchFault, askTip } from './rail-node.ts';
import { readTransaction } from './read-transaction.ts';
import { paidChain, railInForm } from './testing/payments-in-form.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

describe('a transaction of Zcash up to version 4', () => {
  // A payment of Komodo's main network (trustwallet/wallet-core, tests/chains/Komodo/TransactionCompilerTests.cpp).
  const paid =
    '0400008085202f89018ccd4a3093c5fe20a14d42ca99abc60c6b6f48d8de6e536d435f4e1c228b11f6010000006b483045022100fb6e7a940815bc0de683dd70ed85696ffe21199958161331e76954af2ba11b1b02204860632bcad9c5a3cbaa2d60c401f7616f529e4c65915f1996286d3bd54c01cb0121021f5a3a5f78b1f0adbbd8685c2c32de45e00e5b83faa814db57ce410295405207ffffffff018cde3935000000001976a914dd90c41f2916bcfea10ed11cd10ed4db01c5be6488ac00000000000000000000000000000000000000';

  it('has the id that its bytes have, and an effect without its signatures', () => {
    const read = readTransaction(bytesOf(paid), 'sapling');
    expect(read).toMatchObject({
      txid: 'dab3e7a705b0f80f0cd557a1e727dc50d8ccd24ff0ae159ca8cdefda656d7c9b',
      inputs: [{ coin: 'f6118b221c4e5f436d536eded8486f6b0cc6ab99ca424da120fec593304acd8c:1' }],
      outputs: [{ value: 892_984_972n }],
      lockTime: 0,
      virtualBytes: paid.length / 2,
    });
    const other = readTransaction(bytesOf(paid.replace('2100fb6e', '2100fb6f')), 'sapling');
    expect([other.effect, other.txid === read.txid]).toEqual([read.effect, false]);
    const unsigned = `${paid.slice(0, 90)}00${paid.slice(90 + 216)}`;
    expect(readTransaction(bytesOf(unsigned), 'sapling')).toMatchObject({
      txid: read.effect,
      effect: read.effect,
    });
  });

  it.each([
    ['another height of expiry', -15],
    ['another balance', -11],
    ['another count of what is shielded', -1],
    ['another lock time', -19],
    ['another group', 4],
    ['another version', 0],
  ] as const)('has another effect with %s', (_what, at) => {
    const changed = bytesOf(paid);
    changed[at < 0 ? changed.length + at : at] = 0x11;
    const { effect } = readTransaction(bytesOf(paid), 'sapling');
    expect(readTransaction(changed, 'sapling').effect).not.toBe(effect);
  });

  it('is read with shielded parts behind it, and in the form of before Overwinter', () => {
    const shielded = readTransaction(bytesOf(`${paid}${'07'.repeat(948)}`), 'sapling');
    expect(shielded.outputs).toHaveLength(1);
    // The first payment of Bitcoin: versions 1 and 2 are its form.
    const first =
      '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000';
    expect(readTransaction(bytesOf(first), 'sapling').txid).toBe(
      'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
    );
    for (const cut of [2, 10, 60, 150, 300])
      expect(() => readTransaction(bytesOf(paid.slice(0, cut)), 'sapling')).toThrow(RangeError);
  });
});

const coins = [
  { value: 300_000_000n, time: 0 },
  { value: 250_000_000n, time: 0 },
];
const consensus = { chaintip: '76b809bb', nextblock: '76b809bb' };

describe.each([
  ['FLUX', 'tmLPctKo9j49rtCSKpwEBpLBeykiTGomGQs', 't1Trs2rNPzL4Jm24foTd89KpPWqLtLSciDY'],
  ['KMD', 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh', 'R9TKEwwiDLA2oD7a1jt8YmCoX2cjg1pfEU'],
])('the rail of %s', (asset, own, address) => {
  const facts = paidChain(asset);
  const opened = (change?: (bytes: Uint8Array) => Uint8Array, next: unknown = consensus) => {
    const at = railInForm(facts, own, coins, change);
    for (const node of at.fakes)
      node.answers.set('getblockchaininfo', () =>
        result({
          chain: facts.networks.regtest.name,
          blocks: 200,
          headers: 200,
          bestblockhash: 'aa'.repeat(32),
          consensus: next,
        }),
      );
    return at;
  };
  const order: PaymentOrder = {
    payoutId: 1n,
    coin: asset,
    network: asset,
    address,
    memo: '',
    amount: 4n * 10n ** 18n,
  };

  it('pays in its form, never to expire, for bytes that count all of it', async () => {
    const { rail, asked, deposits, book } = opened();
    const outcome = await rail.build([order], []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    const bytes = Buffer.from(outcome.bytes).toString('hex');
    expect(bytes.startsWith('0400008085202f8902')).toBe(true);
    expect(bytes.endsWith('00'.repeat(19))).toBe(true);
    const read = readTransaction(outcome.bytes, 'sapling');
    // 4 + 4 + 1 + 2 × 148 + 1 + 2 × 34 + 19 bytes, 10 units each.
    expect(read.outputs).toEqual([
      { script: book.scriptOf(address), value: 400_000_000n },
      { script: book.changeScript, value: 150_000_000n - 3930n },
    ]);
    expect(outcome).toMatchObject({ txid: read.effect, proof: { id: read.txid } });
    const psbt = Buffer.from(asked[0]?.psbt ?? new Uint8Array()).toString('hex');
    for (const each of deposits) expect(psbt).toContain(each.hex);
    expect(await rail.inspect({ ...outcome, network: asset })).toMatchObject({
      txid: read.effect,
      fee: { asset, amount: 3930n * 10n ** 10n },
    });
  });

  it.each([
    ['that expires', -15],
    ['of another balance', -11],
    ['of another group', 4],
  ] as const)('takes from its signer none %s', async (_what, at) => {
    const changed = (bytes: Uint8Array): Uint8Array => {
      const other = Uint8Array.from(bytes);
      other[at < 0 ? bytes.length + at : at] = 0x11;
      return other;
    };
    await expect(opened(changed).rail.build([order], [])).rejects.toThrow(
      'the signer has signed other terms than it was asked to',
    );
  });

  it('builds nothing where the next block follows other rules, and looks at what was sent all the same', async () => {
    const next = { chaintip: '76b809bb', nextblock: '37a5165b' };
    const { rail, asked, nodes } = opened(undefined, next);
    await expect(rail.build([order], [])).rejects.toThrow(
      'its next block follows the rules 37a5165b, and payments are signed for 76b809bb',
    );
    await expect(rail.funds?.(asset, asset, [])).rejects.toThrow('37a5165b');
    expect(asked).toEqual([]);
    for (const node of nodes) {
      expect(await branchFault(node.rpc, facts)).toContain('37a5165b');
      expect((await askTip(node.rpc, facts, 'regtest')).isSynced).toBe(true);
    }
  });

  it.each([0, 1])(
    'builds nothing where node %i alone follows other rules, unless it is behind',
    async (at) => {
      const { rail, fakes } = opened();
      const say = (next: string, blocks: number) =>
        fakes[at]?.answers.set('getblockchaininfo', () =>
          result({
            chain: facts.networks.regtest.name,
            blocks,
            headers: 200,
            bestblockhash: 'aa'.repeat(32),
            consensus: { chaintip: '76b809bb', nextblock: next },
          }),
        );
      say('37a5165b', 200);
      await expect(rail.build([order], [])).rejects.toThrow(
        `${fakes[at]?.name}: its next block follows the rules 37a5165b`,
      );
      say('2bb40e60', 90);
      expect(await rail.build([order], [])).toMatchObject({ kind: 'signed' });
    },
  );

  it('builds nothing where nodes do not say which rules follow', async () => {
    await expect(opened(undefined, {}).rail.build([order], [])).rejects.toThrow('nextblock');
    await expect(opened(undefined, null).rail.build([order], [])).rejects.toThrow('consensus');
  });
});

describe('a node of Komodo on the main network', () => {
  const facts = paidChain('KMD');
  const marked = '000000016236093f572ea8763b3869177de88af7973546a698af890892f367f0';
  const ask = (blocks: number, block: string) => {
    const [node] = railInForm(facts, 'RKxTdfmtxtfLDKZBgx6SvNkBtNu9jRYnLh', coins).fakes;
    if (node === undefined) throw new Error('there is no node');
    node.answers.set('getblockhash', ([height]) =>
      result(height === 999_940 ? block : facts.networks.main.genesis),
    );
    node.answers.set('getblockchaininfo', () =>
      result({ chain: 'main', blocks, headers: blocks, bestblockhash: 'aa'.repeat(32) }),
    );
    return askTip(node.railNode.rpc, facts, 'main');
  };

  it('is told from those of chains that begin with its first block by a later one', async () => {
    expect(await ask(4_000_000, marked)).toEqual({ height: 4_000_000, isSynced: true });
    await expect(ask(4_000_000, 'ab'.repeat(32))).rejects.toThrow(
      `it is a node of another chain than KMD: its block 999940 is ${'ab'.repeat(32)}`,
    );
    expect(await ask(999_939, marked)).toEqual({ height: 999_939, isSynced: false });
  });
});

describe('a transaction of version 5', () => {
  const made = (value: string, script = '00') =>
    `050000800a27a7265b16a537000000000000000001${'ab'.repeat(32)}00000000${script}ffffffff01${value}1976a91479b000887626b294a914501a4cd226b58b23598388ac000000`;

  it('has its id for its effect, whatever signs it', () => {
    const read = readTransaction(bytesOf(made('0100000000000000')), 'sapling');
    expect(read).toMatchObject({
      effect: read.txid,
      inputs: [{ coin: `${'ab'.repeat(32)}:0` }],
      outputs: [{ value: 1n }],
    });
    expect(readTransaction(bytesOf(made('0100000000000000', '0251ac')), 'sapling').txid).toBe(read.txid);
    expect(readTransaction(bytesOf(made('0200000000000000')), 'sapling').txid).not.toBe(read.txid);
    expect(() => readTransaction(bytesOf(`${made('0100000000000000')}00`), 'sapling')).toThrow(RangeError);
  });
});

describe('coins of Zcash', () => {
  const facts = paidChain('ZEC');
  const own = 'tmLPctKo9j49rtCSKpwEBpLBeykiTGomGQs';
  const order: PaymentOrder = {
    payoutId: 1n,
    coin: 'ZEC',
    network: 'ZEC',
    address: 't1Trs2rNPzL4Jm24foTd89KpPWqLtLSciDY',
    memo: '',
    amount: 10n ** 18n,
  };
  const opened = () => {
    const at = railInForm(facts, own, coins);
    for (const node of at.fakes)
      node.answers.set('getblockchaininfo', () =>
        result({
          chain: 'test',
          blocks: 200,
          headers: 200,
          bestblockhash: 'aa'.repeat(32),
          consensus: { chaintip: '37a5165b', nextblock: '37a5165b' },
        }),
      );
    return at;
  };

  it('are paid out where no block has made them as a reward', async () => {
    const { rail, fakes, deposits, wallet } = opened();
    expect(await rail.build([order], [])).toMatchObject({ kind: 'signed' });
    for (const node of fakes)
      node.answers.set('listunspent', () =>
        result(
          deposits.map(({ txid, value }) => ({
            txid,
            vout: 0,
            generated: true,
            scriptPubKey: '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac',
            amount: Number(value) / 1e8,
          })),
        ),
      );
    expect(await wallet.amounts()).toEqual(new Map([['ZEC', 0n]]));
    await expect(rail.build([order], [])).rejects.toThrow('are missing in coins');
  });

  it('are left where they lie where a node has one as a reward, or a later version has made it', async () => {
    const reward = opened();
    for (const node of reward.fakes)
      node.answers.set('gettxout', () => result({ confirmations: 5000, coinbase: true }));
    await expect(reward.rail.build([order], [])).rejects.toThrow('2 coins are left out');
    const later = opened();
    for (const node of later.fakes)
      node.answers.set('gettransaction', () => result({ hex: `06000080${'00'.repeat(90)}` }));
    await expect(later.rail.build([order], [])).rejects.toThrow('2 coins are left out');
  });
});
