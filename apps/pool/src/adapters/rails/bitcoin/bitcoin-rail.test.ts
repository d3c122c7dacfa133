import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { bitcoinRail, type BitcoinRailOptions } from './bitcoin-rail.ts';
import { bitcoinWallet } from './bitcoin-wallet.ts';
import { depositOf, FakeNode, litecoinFacts, scriptOfOwn, spelledByMiners } from './testing/fake-nodes.ts';
import type { SignedBytes } from './signer.ts';
import { keySigner } from './testing/key-signer.ts';
import { memoryReservations } from './testing/memory-reservations.ts';

const coin = 10n ** 18n;
const address = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const order: PaymentOrder = { payoutId: 1n, coin: 'LTC', network: 'LTC', address, memo: '', amount: coin };
const signer = keySigner(litecoinFacts.networks.regtest.addresses);
const refused = async () => ({ kind: 'refused', why: 'nothing is cancelled' }) as const;
const nothing = { signedFor: async () => [], cancel: refused, sweep: refused };
const own = scriptOfOwn(signer.address);
const deposit = (value: bigint, seed: number) => ({ ...depositOf(own, value, seed), value });
const five = deposit(500_000_000n, 1);
const two = deposit(200_000_000n, 2);

describe('bitcoinRail', () => {
  let nodes: readonly [FakeNode, FakeNode];
  beforeEach(() => {
    nodes = [new FakeNode('one', own), new FakeNode('two', own)];
    for (const node of nodes) {
      node.listed = [five, two];
      node.unspent = new Set([five.txid, two.txid]);
    }
  });
  const open = (more: Partial<BitcoinRailOptions> = {}) =>
    bitcoinRail({
      facts: litecoinFacts,
      network: 'regtest',
      nodes: nodes.map(({ railNode }) => railNode),
      own: [signer.address],
      signer,
      reservations: memoryReservations(),
      rates: { floor: 10_000n, cap: 200_000n },
      feeMax: 10n ** 15n,
      confirmations: 6,
      ...more,
    });
  const amounts = () =>
    bitcoinWallet({
      facts: litecoinFacts,
      network: 'regtest',
      nodes: nodes.map(({ railNode }) => railNode),
      own: [signer.address],
    }).amounts();
  const signed = async (rail = open(), one = order, claimed: readonly string[] = []) => {
    const outcome = await rail.build([one], claimed);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    return outcome;
  };

  it('brings back the coins of what was signed, of what is stored and what the signer knows', async () => {
    const rail = open();
    const one = { ...order, orderId: 'cancelled', amount: 6n * coin };
    const stored = await signed(rail, one);
    for (const attempts of [[{ ...stored, network: 'LTC' }], []]) {
      const cancel = await rail.cancel?.([one], attempts);
      if (cancel === undefined) throw new Error('it cannot cancel');
      const decoded = await rail.inspect({ ...cancel, network: 'LTC' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      expect(decoded.claims.toSorted()).toEqual([`${five.txid}:0`, `${two.txid}:0`].toSorted());
      expect(decoded.outputs.map((each) => [each.address, each.amount + decoded.fee.amount])).toEqual([
        [signer.address, 7n * coin],
      ]);
    }
  });

  it('cancels what its wallets count as spent, where its nodes have put out what spends it', async () => {
    const rail = open();
    const one = { ...order, orderId: 'put out' };
    const stored = await signed(rail, one);
    for (const node of nodes) node.answers.set('listunspent', () => ({ kind: 'result', value: [] }));
    const cancel = await rail.cancel?.([one], [{ ...stored, network: 'LTC' }]);
    expect(cancel?.proof['coins']).toBe(stored.proof['coins']);
  });

  it('sweeps by another word of its signer, with no coin that is kept for a payout', async () => {
    const reservations = memoryReservations();
    await reservations.reserve('LTC', [7n], [`${two.txid}:0`]);
    const kinds: string[] = [];
    const rail = open({
      reservations,
      signer: {
        sign: (request) => (kinds.push('payout'), signer.sign(request)),
        sweep: (request) => (kinds.push('sweep'), signer.sweep(request)),
        cancel: (request) => (kinds.push('cancel'), signer.cancel(request)),
        signedFor: (asked) => signer.signedFor(asked),
      },
    });
    const one = { ...order, payoutId: 0n, orderId: 'sweep-1' };
    const built = await rail.sweep?.(one, []);
    if (built?.kind !== 'signed') throw new Error('not signed');
    expect([kinds, built.proof['coins']]).toEqual([['sweep'], `${five.txid}:0`]);
    expect((await reservations.read('LTC', [0n])).own.size).toBe(0);
    // Under its id a second time only over the same coin.
    expect(await rail.sweep?.(one, [`${five.txid}:0`])).toMatchObject({ kind: 'bound' });
    expect(await rail.sweep?.({ ...one, address: signer.address }, [])).toMatchObject({ kind: 'refused' });
    await rail.cancel?.([one], []);
    expect(kinds).toEqual(['sweep', 'cancel']);
  });

  it('cancels nothing that was not signed, that a node has as spent, or beyond the cap', async () => {
    const rail = open();
    const one = { ...order, orderId: 'another' };
    await expect(rail.cancel?.([one], [])).rejects.toThrow('nothing was signed');
    const stored = { ...(await signed(rail, one)), network: 'LTC' };
    await expect(open({ feeMax: 1n }).cancel?.([one], [stored])).rejects.toThrow('over the cap of');
    nodes[1].unspent = new Set([five.txid]);
    await expect(rail.cancel?.([one], [stored])).rejects.toThrow('is free at two nodes');
  });

  it('signs what was ordered, out of the smallest coin that is enough', async () => {
    const rail = open();
    const { bytes, txid, proof } = await signed(rail);
    expect(proof).toEqual({ coins: `${two.txid}:0`, since: '100' });
    const decoded = await rail.inspect({ network: 'LTC', bytes, proof });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(decoded).toEqual({
      network: 'LTC',
      txid,
      outputs: [
        { address, memo: '', asset: 'LTC', amount: coin },
        { address: signer.address, memo: '', asset: 'LTC', amount: 99_998_590n * 10n ** 10n },
      ],
      claims: [`${two.txid}:0`],
      fee: { asset: 'LTC', amount: 1410n * 10n ** 10n },
    });
    expect(verifyPayment([order], txid, decoded, rail.terms('LTC', 'LTC'))).toBeUndefined();
  });

  it('spends nothing that is claimed, and says what is missing', async () => {
    expect((await signed(open(), order, [`${two.txid}:0`])).proof['coins']).toBe(`${five.txid}:0`);
    const short = open().build([order], [`${two.txid}:0`, `${five.txid}:0`]);
    await expect(short).rejects.toBeInstanceOf(WalletShort);
    await expect(short).rejects.toThrow('1.000011 LTC are missing');
  });

  it('spends no coin that only one of two nodes has', async () => {
    nodes[1].unspent = new Set([five.txid]);
    expect((await signed()).proof['coins']).toBe(`${five.txid}:0`);
    nodes[1].answers.set('gettxout', () => ({ kind: 'unanswered', why: 'no answer' }));
    await expect(open().build([order], [])).rejects.toThrow(
      'a second node must know the coins: two: no answer',
    );
  });

  it('counts in the units of its chain, and in those of the ledger, where a coin has two decimals', async () => {
    for (const node of nodes) node.decimals = 2;
    const facts = { ...litecoinFacts, asset: 'XEC', decimals: 2 };
    const rail = open({ facts, feeMax: 100n * coin });
    const paid = { ...order, coin: 'XEC', network: 'XEC', amount: (300_000_001n * coin) / 100n };
    const outcome = await signed(rail, paid);
    const decoded = await rail.inspect({ ...outcome, network: 'XEC' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([paid], outcome.txid, decoded, rail.terms('XEC', 'XEC'))).toBeUndefined();
    // 141 virtual bytes at 10 hundredths each.
    expect(decoded.fee).toEqual({ asset: 'XEC', amount: (141n * coin) / 10n });
    expect(decoded.outputs).toMatchObject([
      { amount: (300_000_001n * coin) / 100n },
      { amount: (199_998_589n * coin) / 100n },
    ]);
    // The larger coin is kept for the payment.
    expect(await rail.funds?.('XEC', 'XEC', [])).toMatchObject({ spendable: 2_000_000n * coin });
    expect(await rail.build([{ ...paid, amount: (545n * coin) / 100n }], [])).toMatchObject({
      kind: 'refused',
    });
    await expect(rail.build([{ ...paid, amount: 10n * coin + coin / 1000n }], [])).rejects.toThrow(
      RangeError,
    );
  });

  it('leaves a coin alone whose transaction cannot be proven, and pays with others', async () => {
    // As Dash pays out of its platform: version 3, type 9, no input, and an id that is not the hash of its bytes.
    const unlocked = { txid: 'ee'.repeat(32), hex: '030009000001', value: 1_000_000_000n };
    for (const node of nodes) {
      node.listed = [unlocked, five, two];
      node.unspent = new Set([unlocked.txid, five.txid, two.txid]);
    }
    const facts = { ...litecoinFacts, leftTypes: [9] };
    const { proof } = await signed(open({ facts }), { ...order, amount: 6n * coin });
    expect(proof['coins']?.split(' ').toSorted()).toEqual([`${five.txid}:0`, `${two.txid}:0`].toSorted());
    await expect(signed(open({ facts }), { ...order, amount: 8n * coin })).rejects.toThrow(
      '1 coins are left out, because not every node has them, or they are of a kind that is left alone',
    );
  });

  it('counts a coin that is left alone as none that it can spend, whatever it is worth', async () => {
    // Of Zcash: version 6, whose id is of another kind.
    const sixth = { txid: 'ee'.repeat(32), hex: '06000080', value: 1_000_000_000n };
    for (const node of nodes) node.listed = [sixth, five, two];
    const before = await open().funds?.('LTC', 'LTC', []);
    expect(before).toMatchObject({ spendable: 17n * coin, waiting: 0n });
    const rail = open({ facts: { ...litecoinFacts, leftTypes: [6] } });
    const funds = await rail.funds?.('LTC', 'LTC', []);
    expect(funds).toMatchObject({ spendable: 7n * coin, waiting: 0n });
    // What is claimed already is not asked for.
    const claimed = await rail.funds?.('LTC', 'LTC', [`${sixth.txid}:0`]);
    expect(claimed).toMatchObject({ spendable: 7n * coin, waiting: 0n });
  });

  it('asks once what made a coin that can be read, to say what it can spend', async () => {
    const rail = open({ facts: { ...litecoinFacts, leftTypes: [6] } });
    await rail.funds?.('LTC', 'LTC', []);
    for (const node of nodes) node.calls.length = 0;
    expect(await rail.funds?.('LTC', 'LTC', [])).toMatchObject({ spendable: 7n * coin });
    expect(nodes.flatMap(({ calls }) => calls.filter((each) => each === 'gettransaction'))).toEqual([]);
  });

  it('believes no node what a coin is worth', async () => {
    const rich = deposit(900_000_000n, 3);
    // A wallet that says more than the transaction behind the coin, and one that gives another transaction for it.
    for (const node of nodes) node.listed = [{ ...two, value: 900_000_000n }];
    await expect(signed()).rejects.toThrow('which is no such coin of the pool');
    for (const node of nodes) node.listed = [{ ...rich, txid: two.txid }];
    await expect(signed()).rejects.toThrow(`one: it gives ${rich.txid} for ${two.txid}`);
  });

  it('reads nothing where no node says what a coin is worth, and calls a foreign coin unreadable', async () => {
    const { bytes, proof } = await signed();
    for (const node of nodes)
      node.answers.set('gettransaction', () => ({ kind: 'unanswered', why: 'no answer' }));
    await expect(open().inspect({ network: 'LTC', bytes, proof })).rejects.toThrow(
      'one: no answer; two: no answer',
    );
    for (const node of nodes) {
      node.answers.clear();
      node.listed = [];
    }
    expect(await open().inspect({ network: 'LTC', bytes, proof })).toBe('unreadable');
    expect(await open().inspect({ network: 'LTC', bytes: bytes.subarray(1), proof })).toBe('unreadable');
  });

  it('takes nothing from a signer but what it was asked for', async () => {
    const stranger = { ...order, address: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9' };
    const other = await signed(open(), stranger);
    const lying = open({
      signer: { ...nothing, sign: async () => ({ kind: 'signed', bytes: other.bytes }) },
    });
    await expect(signed(lying)).rejects.toThrow('the signer has signed other outputs than it was asked to');
    const silent = open({
      signer: { ...nothing, sign: async () => ({ kind: 'signed', bytes: Uint8Array.of(1) }) },
    });
    await expect(signed(silent)).rejects.toThrow('the signer has answered with bytes that cannot be read');
  });

  it('keeps the coins of a payment that may have been signed, and frees those of one that was refused at once', async () => {
    const reservations = memoryReservations();
    let answer: 'refused' | 'lost' = 'refused';
    let before: SignedBytes[] = [];
    const rail = open({
      reservations,
      signer: {
        ...nothing,
        signedFor: async () => before,
        sign: async () => {
          if (answer === 'lost') throw new Error('no answer');
          return { kind: 'refused', why: 'payment-cap' };
        },
      },
    });
    await expect(rail.build([order], [])).rejects.toThrow('the signer refuses: payment-cap');
    expect((await reservations.read('LTC', [1n])).own.size).toBe(0);
    answer = 'lost';
    await expect(rail.build([order], [])).rejects.toThrow('no answer');
    answer = 'refused';
    before = [{ bytes: (await signed()).bytes, isOfAnother: false }];
    await expect(rail.build([order], [])).rejects.toThrow('payment-cap');
    expect([...(await reservations.read('LTC', [1n])).own]).toEqual([`${two.txid}:0`]);
    expect([...(await reservations.read('LTC', [2n])).others]).toEqual([`${two.txid}:0`]);
    const other = await signed(open({ reservations }), { ...order, payoutId: 2n });
    expect(other.proof['coins']).toBe(`${five.txid}:0`);
    // The call whose answer was lost has not signed after all.
    before = [];
    await expect(rail.build([order], [])).rejects.toThrow('payment-cap');
    expect((await reservations.read('LTC', [1n])).own.size).toBe(0);
  });

  it('spends a coin again of all that was signed for its payments, and names those of which none can be spent', async () => {
    const exclusive = keySigner(litecoinFacts.networks.regtest.addresses);
    const script = scriptOfOwn(exclusive.address);
    const coins = [200_000_000n, 300_000_000n, 400_000_000n].map((value, seed) => ({
      ...depositOf(script, value, seed + 1),
      value,
    }));
    const [a, b, c] = coins.map(({ txid }) => `${txid}:0`);
    nodes = [new FakeNode('one', script), new FakeNode('two', script)];
    for (const node of nodes) {
      node.listed = coins;
      node.unspent = new Set(coins.map(({ txid }) => txid));
    }
    const payments = [
      'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
      'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9',
      'MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1',
    ].map(
      (to, index): PaymentOrder => ({
        ...order,
        address: to,
        payoutId: BigInt(index),
        orderId: `order-${index}`,
      }),
    );
    const [one, second, three] = payments;
    if (one === undefined || second === undefined || three === undefined) throw new Error('three are needed');
    // Each database forgets what was reserved: as after a restore.
    const build = (orders: readonly PaymentOrder[], claimed: readonly (string | undefined)[] = []) =>
      open({ signer: exclusive, own: [exclusive.address] }).build(
        orders,
        claimed.flatMap((each) => each ?? []),
      );
    const spent = async (...asked: Parameters<typeof build>) => {
      const outcome = await build(...asked);
      return outcome.kind === 'signed' ? outcome.proof['coins']?.split(' ').toSorted() : outcome;
    };
    expect(await spent([one], [b, c])).toEqual([a]);
    expect(await spent([second], [a, c])).toEqual([b]);
    // Together they spend both, and with a third one too, although the third coin alone would be enough.
    expect(await spent([one, second, three])).toEqual(expect.arrayContaining([a, b]));
    // Where two nodes do not know one of them, the other one is enough, however little it is worth.
    nodes[1].unspent = new Set([...nodes[1].unspent].filter((txid) => `${txid}:0` !== a));
    expect(await spent([three])).toEqual([b]);
    await expect(build([one])).rejects.toThrow('no coin of it is well known to two nodes now');
    nodes[1].unspent = nodes[0].unspent;
    // The third was signed together with both: either coin is enough for it.
    expect(await spent([three], [a])).toEqual([b]);
    expect(await spent([one, second], [a])).toMatchObject({
      kind: 'bound',
      payments: [{ payoutId: 0n, before: [{ claims: [a] }, { claims: expect.arrayContaining([a, b]) }] }],
    });
  });

  it('costs a fourth for each of fifty of what it costs for one alone', async () => {
    const rail = open();
    const orders = Array.from(
      { length: rail.terms('LTC', 'LTC').payeesMax ?? 1 },
      (_, index): PaymentOrder => {
        const script = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(index + 1));
        return { ...order, payoutId: BigInt(index), address: spelledByMiners(script), amount: coin / 100n };
      },
    );
    const feeFor = async (payments: readonly PaymentOrder[]): Promise<bigint> => {
      const outcome = await rail.build(payments, []);
      if (outcome.kind !== 'signed') throw new Error('not signed');
      const decoded = await rail.inspect({ ...outcome, network: 'LTC' });
      if (decoded === 'unreadable') throw new Error('nothing was read');
      return decoded.fee.amount / 10n ** 10n;
    };
    expect(orders).toHaveLength(50);
    expect(await feeFor(orders)).toBe(16_600n);
    expect(await feeFor(orders.slice(0, 1))).toBe(1410n);
  });

  it('says what it can spend now, beside what is claimed or chosen already, and what a payment costs', async () => {
    const reservations = memoryReservations();
    const rail = open({ reservations });
    // One coin, a payee of 34 bytes and change: 153 virtual bytes.
    const fee = 1530n * 10n ** 10n;
    expect(await rail.funds?.('LTC', 'LTC', [])).toEqual({ spendable: 7n * coin, waiting: 0n, fee });
    expect(await rail.funds?.('LTC', 'LTC', [`${five.txid}:0`])).toMatchObject({ spendable: 2n * coin });
    await reservations.reserve('LTC', [9n], [`${two.txid}:0`]);
    expect(await rail.funds?.('LTC', 'LTC', [])).toMatchObject({ spendable: 5n * coin, waiting: 0n });
    // Deep enough to be held, and too young to be spent.
    for (const node of nodes)
      node.answers.set('listunspent', ([confirmations]) => ({
        kind: 'result',
        value: (confirmations === 1 ? [five, two] : [two]).map(({ txid, value }) => ({
          txid,
          vout: 0,
          scriptPubKey: Buffer.from(own).toString('hex'),
          amount: Number(value) / 1e8,
        })),
      }));
    expect(await rail.funds?.('LTC', 'LTC', [])).toMatchObject({ spendable: 0n, waiting: 5n * coin });
    expect(await rail.quote?.('LTC', 'LTC')).toEqual({
      feeAsset: 'LTC',
      alone: fee,
      together: 452n * 10n ** 10n,
      payees: 50,
      agreed: fee,
      cap: 10n ** 15n,
      rate: '10000 units of 10^-8 for 1,000 virtual bytes',
    });
    // One node alone raises what is paid, and not what is agreed.
    nodes[0].answers.set('estimatesmartfee', () => ({ kind: 'result', value: { feerate: 0.0005 } }));
    expect(await rail.quote?.('LTC', 'LTC')).toMatchObject({ alone: 5n * fee, agreed: fee });
    expect(await open({ nodes: [nodes[0].railNode] }).quote?.('LTC', 'LTC')).not.toHaveProperty('agreed');
    await expect(open({ rates: { floor: 1n, cap: 900n } }).quote?.('LTC', 'LTC')).rejects.toThrow(
      'the nodes take nothing below 1000 units a virtual kilobyte',
    );
  });

  it('does not know what was signed for another kind of network', async () => {
    const proof = { account: `0x${'0a'.repeat(20)}`, nonce: '0' };
    const answers = await open().lookUp('LTC', `0x${'0b'.repeat(32)}`, proof);
    expect(answers.map(({ status }) => status)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
  });

  it('refuses what can never be paid, by its payouts, and asks nothing for it', async () => {
    const rail = open();
    const orders = [
      order,
      { ...order, payoutId: 2n, address: 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH8' },
      { ...order, payoutId: 3n, address: spelledByMiners(own) },
      { ...order, payoutId: 4n, amount: 10n ** 13n },
    ];
    expect(await rail.build(orders, [])).toMatchObject({
      kind: 'refused',
      payments: [
        { payoutId: 2n, reason: 'INVALID_ADDRESS' },
        { payoutId: 3n, reason: 'INVALID_ADDRESS' },
        { payoutId: 4n, reason: 'REFUSED' },
      ],
    });
    expect(nodes.flatMap(({ calls }) => calls)).toEqual([]);
  });

  it('answers for the nodes that answer, by their names', async () => {
    const rail = open();
    const { txid, proof } = await signed(rail);
    const absent = { height: 200, isSynced: true, status: { kind: 'absent' } };
    expect(await rail.lookUp('LTC', txid, proof)).toEqual([
      { node: 'one', ...absent },
      { node: 'two', ...absent },
    ]);
    nodes[0].answers.set('getmempoolentry', () => ({ kind: 'busy', why: 'queue full' }));
    expect(await rail.lookUp('LTC', txid, proof)).toEqual([{ node: 'two', ...absent }]);
    nodes[1].answers.set('getblockchaininfo', () => ({ kind: 'unanswered', why: 'gone' }));
    await expect(rail.lookUp('LTC', txid, proof)).rejects.toThrow(
      'no node answers: one: queue full; two: gone',
    );
    await expect(rail.lookUp('LTC', txid, {})).rejects.toThrow('none of this rail');
  });

  it('holds the change of what waits, also where a node has lost it from its pool of transactions', async () => {
    const { bytes, txid } = await signed();
    const hex = Buffer.from(bytes).toString('hex');
    for (const node of nodes) {
      // The wallet takes the coin for spent, and lists no change of what the node does not know.
      node.listed = [five];
      node.answers.set('listsinceblock', () => ({
        kind: 'result',
        value: {
          transactions: [
            { txid, category: 'send', confirmations: 0 },
            { txid, category: 'receive', confirmations: 0 },
            { txid: five.txid, category: 'receive', confirmations: 0 },
            { txid: two.txid, category: 'send', confirmations: -1 },
          ],
        },
      }));
      node.answers.set('gettransaction', ([asked]) =>
        asked === txid ? { kind: 'result', value: { hex } } : { kind: 'refused', code: -5, why: 'not known' },
      );
    }
    expect(await amounts()).toEqual(new Map([['LTC', 599_998_590n * 10n ** 10n]]));
  });

  it('holds once what a payment and what cancels it spend, the least that comes back, before and after a block has one', async () => {
    // A deposit spends a coin that its number names.
    const payment = deposit(450_000_000n, 9);
    const cancel = deposit(499_000_000n, 9);
    const beside = deposit(100_000_000n, 8);
    const all = [payment, cancel, beside];
    for (const node of nodes) {
      node.answers.set('listsinceblock', () => ({
        kind: 'result',
        value: { transactions: all.map(({ txid }) => ({ txid, category: 'send', confirmations: 0 })) },
      }));
      node.answers.set('gettransaction', ([asked]) => {
        const hex = all.find(({ txid }) => txid === asked)?.hex;
        return hex === undefined
          ? { kind: 'refused', code: -5, why: 'not known' }
          : { kind: 'result', value: { hex } };
      });
    }
    expect(await amounts()).toEqual(new Map([['LTC', 1_250_000_000n * 10n ** 10n]]));
    // A block takes what cancels it between the two questions.
    for (const node of nodes) node.listed = [five, two, cancel];
    expect(await amounts()).toEqual(new Map([['LTC', 1_299_000_000n * 10n ** 10n]]));
  });

  it('says the least that nodes in step say it holds', async () => {
    nodes[1].listed = [five];
    nodes[1].answers.set('listunspent', () => ({ kind: 'result', value: [] }));
    expect(await amounts()).toEqual(new Map([['LTC', 0n]]));
    nodes[1].answers.set('getnetworkinfo', () => ({
      kind: 'result',
      value: { connections: 0, subversion: '/fake/' },
    }));
    expect(await amounts()).toEqual(new Map([['LTC', 7n * coin]]));
  });
});
