import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder, Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { confirmationsNeeded } from './ask-situation.ts';
import { claimOf } from './payment-proof.ts';
import { coin, orderOf, payee, payeeAccount, StandInRail, trx } from './testing/stand-in-rail.ts';
import { accountAt } from './tron-address.ts';

let world: StandInRail;
let rail: Rail;
beforeEach(() => {
  world = new StandInRail();
  rail = world.open();
});

const stranger = 'TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL';
const build = async (order: PaymentOrder, claimed: readonly string[] = []): Promise<SignedTransaction> => {
  const outcome = await rail.build([order], claimed);
  if (outcome.kind !== 'signed') throw new Error(JSON.stringify(outcome, (_k, v) => String(v)));
  return outcome;
};
const refusal = async (order: PaymentOrder): Promise<string | undefined> => {
  const outcome = await rail.build([order], []);
  return outcome.kind === 'refused' ? outcome.payments[0]?.why : undefined;
};
const send = ({ bytes }: SignedTransaction) => rail.send('TRX', bytes);
const judged = async ({ txid, proof }: SignedTransaction) =>
  judgeTransaction(await rail.lookUp('TRX', txid, proof), confirmationsNeeded);
const balance = (account: string) => world.chain.accounts.get(account)?.balance ?? 0n;
/** Blocks until what was sent is final: one that takes it, those that solidify it, and those on it. */
const finalIn = () => 1 + world.chain.solidLag + confirmationsNeeded;

describe('a payment', () => {
  it('is what was ordered, and final once both nodes have it solidified', async () => {
    const order = orderOf(1n);
    const signed = await build(order);
    const decoded = await rail.inspect({ ...signed, network: 'TRX' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([order], signed.txid, decoded, rail.terms('TRX', 'TRX'))).toBeUndefined();
    expect(decoded.claims).toEqual([claimOf(signed.txid)]);
    expect((await judged(signed)).evidence.kind).toBe('absent');
    expect(await send(signed)).toEqual({ kind: 'taken' });
    world.chain.produce();
    expect((await judged(signed)).evidence.kind).toBe('waiting');
    world.chain.produceMany(world.chain.solidLag - 1);
    expect((await judged(signed)).evidence.kind).toBe('waiting');
    world.chain.produceMany(confirmationsNeeded);
    // 204 bytes and 64 for the result, at 1,000 sun.
    expect(await judged(signed)).toMatchObject({
      evidence: { kind: 'confirmed', confirmations: confirmationsNeeded },
      fee: 268_000n * 10n ** 12n,
      unresolved: undefined,
    });
    expect(balance(payeeAccount)).toBe(15n * trx);
    expect(await send(signed)).toEqual({ kind: 'taken' });
    world.chain.produceMany(5);
    expect(balance(payeeAccount)).toBe(15n * trx);
  });

  it('is not final by the word of one node, nor where a block is given up', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    world.chain.produceMany(3);
    world.chain.giveUp(3);
    expect((await judged(signed)).evidence.kind).toBe('absent');
    await send(signed);
    world.chain.produceMany(finalIn());
    world.two.fate = () => 'lost-before';
    expect((await judged(signed)).unresolved).toContain('a second node');
    world.two.fate = () => 'answered';
    expect((await judged(signed)).unresolved).toBeUndefined();
  });

  it('is not final where a node has other bytes of it, or calls a block otherwise', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    world.chain.produceMany(finalIn());
    for (const [change, to] of [
      [/"raw_data_hex":"0a02/g, '"raw_data_hex":"0a03'],
      [/"timestamp":/g, '"timestamp":1'],
    ] as const) {
      world.two.lie = (_path, answer) =>
        JSON.parse(JSON.stringify(answer).replace(change, to)) as object as never;
      expect((await rail.lookUp('TRX', signed.txid, signed.proof)).map(({ node }) => node)).toEqual(['one']);
    }
    world.two.lie = (path, answer) =>
      path === 'getblock' && answer['transactions'] !== undefined
        ? { ...answer, transactions: undefined }
        : answer;
    const answers = await rail.lookUp('TRX', signed.txid, signed.proof);
    expect(answers.map(({ node }) => node)).toEqual(['one']);
  });

  it('that was executed and has failed is over, and its fee is gone', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    world.chain.result = 'OUT_OF_TIME';
    world.chain.produceMany(finalIn());
    expect(await judged(signed)).toMatchObject({
      evidence: { kind: 'invalidated' },
      fee: 268_000n * 10n ** 12n,
    });
    expect(balance(payeeAccount)).toBe(10n * trx);
  });

  it('altered anywhere is read as something else, or nothing', async () => {
    const signed = await build(orderOf(1n));
    for (let at = 0; at < signed.bytes.length; at += 1) {
      const bytes = Uint8Array.from(signed.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await rail.inspect({ ...signed, bytes, network: 'TRX' })).toBe('unreadable');
    }
  });
});

describe('over', () => {
  const untilEnd = (signed: SignedTransaction) =>
    world.chain.produceUntil(Number(signed.proof['expiration']));

  it('is a payment whose end is past on a solidified block, by the word of two nodes that have every block of it', async () => {
    const signed = await build(orderOf(1n));
    untilEnd(signed);
    world.chain.produceMany(world.chain.solidLag - 1);
    expect((await judged(signed)).evidence.kind).toBe('absent');
    world.chain.produce();
    world.two.lag = 1;
    expect((await judged(signed)).unresolved).toContain('a second node: only one');
    world.two.lag = 0;
    expect((await judged(signed)).evidence.kind).toBe('invalidated');
    const [answer] = await rail.lookUp('TRX', signed.txid, signed.proof);
    expect(answer?.status).toEqual({
      kind: 'invalidated',
      why: 'its end was 2026-11-30T12:10:00.000Z, and none of the blocks from 22 to 240 has it',
      fee: 0n,
    });
    expect(await send(signed)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('TRANSACTION_EXPIRATION_ERROR'),
    });
  });

  it('is none that the last block has, which may be later than its end', async () => {
    const signed = await build(orderOf(1n));
    world.chain.produceUntil(Number(signed.proof['expiration']) - 3000);
    await send(signed);
    world.chain.produce(100);
    world.chain.produceMany(finalIn());
    expect((await judged(signed)).evidence.kind).toBe('confirmed');
    world.one.denied.add(signed.txid);
    world.two.denied.add(signed.txid);
    await expect(rail.lookUp('TRX', signed.txid, signed.proof)).rejects.toThrow(
      'it has it in block 240, and does not say what became of it',
    );
  });

  it.each([
    ['does not reach back', (node: StandInRail['two']) => Object.assign(node, { keepsFrom: 100 })],
    ['has a copy of the state alone', (node: StandInRail['two']) => Object.assign(node, { isLite: true })],
    [
      'leaves out a block',
      (node: StandInRail['two']) =>
        Object.assign(node, {
          lie: (path: string, answer: { block?: unknown[] }) =>
            path === 'getblockbylimitnext' ? { block: answer.block?.toSpliced(7, 1) } : answer,
        }),
    ],
    [
      'has another block in between',
      (node: StandInRail['two']) =>
        Object.assign(node, {
          lie: (path: string, answer: { block?: unknown[] }) =>
            path === 'getblockbylimitnext' ? { block: answer.block?.with(7, answer.block[6]) } : answer,
        }),
    ],
    [
      'answers with nothing',
      (node: StandInRail['two']) =>
        Object.assign(node, {
          lie: (path: string, answer: object) => (path === 'getblockbylimitnext' ? {} : answer),
        }),
    ],
  ])('is none where a node %s', async (_name, change) => {
    const signed = await build(orderOf(1n));
    untilEnd(signed);
    world.chain.produceMany(30);
    change(world.two);
    const answers = await rail.lookUp('TRX', signed.txid, signed.proof);
    expect(answers.map(({ node }) => node)).toEqual(['one']);
    change(world.one);
    await expect(rail.lookUp('TRX', signed.txid, signed.proof)).rejects.toThrow('no node answers');
  });

  it('is nothing that a node without results denies, while a block has it', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    untilEnd(signed);
    world.chain.produceMany(30);
    world.two.hasResults = false;
    const answers = await rail.lookUp('TRX', signed.txid, signed.proof);
    expect(answers.map(({ node, status }) => [node, status.kind])).toEqual([['one', 'confirmed']]);
  });

  it('is none on a chain that does not have the block that it names', async () => {
    const signed = await build(orderOf(1n));
    untilEnd(signed);
    world.chain.produceMany(30);
    const proof = { ...signed.proof, anchorId: `${'0'.repeat(15)}a${'cd'.repeat(24)}` };
    await expect(rail.lookUp('TRX', signed.txid, proof)).rejects.toThrow('is not on the one before it');
  });
});

describe('nothing is signed', () => {
  it.each([
    ['is alone', (two: StandInRail['two']) => Object.assign(two, { fate: () => 'lost-before' })],
    ['is behind', (two: StandInRail['two']) => Object.assign(two, { lag: 45 })],
  ])('where a second node %s', async (_name, change) => {
    world.chain.produceMany(60);
    change(world.two);
    await expect(rail.build([orderOf(1n)], [])).rejects.toThrow('two nodes in step are needed');
  });

  it('where a node is of another network', async () => {
    world.two.lie = (path, answer) =>
      path === 'getblock' && (answer['blockID'] as string).startsWith('0'.repeat(16))
        ? { blockID: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc' }
        : answer;
    await expect(rail.build([orderOf(1n)], [])).rejects.toThrow('it is a node of the real network');
    world.two.lie = (path, answer) =>
      path === 'getblock' && (answer['blockID'] as string).startsWith('0'.repeat(16))
        ? { blockID: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc' }
        : answer;
    await expect(rail.build([orderOf(1n)], [])).rejects.toThrow('the nodes are of several networks');
    await expect(world.open({ kind: 'real' }).build([orderOf(1n)], [])).rejects.toThrow(
      'it is a node of the network that begins with block',
    );
  });

  it('where the signer has signed what the pool does not know, until that is solidified or over', async () => {
    const lost = await build(orderOf(1n));
    await expect(rail.build([orderOf(2n)], [])).rejects.toThrow(EarlierFirst);
    // What the pool knows waits for nothing.
    await build(orderOf(2n, { amount: 6n * coin }), [claimOf(lost.txid)]);
    await send(lost);
    world.chain.produceMany(world.chain.solidLag);
    const claimed = world.signer.asked.length;
    await expect(rail.build([orderOf(3n)], [])).rejects.toThrow(lost.txid);
    world.chain.produceMany(1);
    await expect(rail.build([orderOf(3n)], [])).rejects.toThrow('which the pool does not know');
    expect(world.signer.asked).toHaveLength(claimed);
    world.chain.produceUntil(Number(lost.proof['expiration']));
    world.chain.produceMany(world.chain.solidLag);
    await build(orderOf(3n));
    // And by then its wallet names it.
    expect((await rail.outgoing(0)).map(({ transactions }) => transactions.map(({ txid }) => txid))).toEqual([
      [lost.txid],
      [lost.txid],
    ]);
  });

  it('beyond what the account holds, with what waits', async () => {
    const first = await build(orderOf(1n, { amount: 900n * coin }));
    await expect(rail.build([orderOf(2n, { amount: 100n * coin })], [claimOf(first.txid)])).rejects.toThrow(
      WalletShort,
    );
    await expect(rail.build([orderOf(2n, { amount: 100n * coin })], [claimOf(first.txid)])).rejects.toThrow(
      '0.55 TRX are missing',
    );
    await build(orderOf(2n, { amount: 99n * coin }), [claimOf(first.txid)]);
  });

  it('beyond it while nodes may have counted off what waits, or not: a block says so', async () => {
    const first = await build(orderOf(1n, { amount: 900n * coin }));
    await send(first);
    const second = orderOf(2n, { amount: 99n * coin });
    await expect(rail.build([second], [claimOf(first.txid)])).rejects.toThrow(WalletShort);
    world.chain.produce();
    await build(second, [claimOf(first.txid)]);
  });

  it('beyond the cap of a fee, which opening an account may be', async () => {
    rail = world.open({ feeMax: coin });
    await expect(rail.build([orderOf(1n, { address: stranger })], [])).rejects.toThrow(
      'the network takes up to 1.1 TRX, over the cap of 1',
    );
    await build(orderOf(1n));
  });

  it('twice with one id: two payments of one amount to one address in one moment', async () => {
    const first = await build(orderOf(1n));
    await expect(rail.build([orderOf(2n)], [claimOf(first.txid)])).rejects.toThrow(
      'is open that was built in this moment',
    );
    world.chain.produce();
    expect((await build(orderOf(2n), [claimOf(first.txid)])).txid).not.toBe(first.txid);
  });
});

describe('a payee is refused', () => {
  it.each([
    ['a wrong letter', 'TQWCsPrGr513yFtzSjvp3h8A3VefZnjzS3', '', 'no address'],
    ['no key', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '', 'no address'],
    ['where the network destroys', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', '', 'no address'],
    ['the pool', 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp', '', 'the pool itself'],
    ['a memo', payee, '7', 'have no memo'],
  ])('with %s', async (_name, address, memo, why) => {
    expect(await refusal(orderOf(1n, { address, memo }))).toContain(why);
  });

  it('that is a contract, by every node, or not yet', async () => {
    const account = accountAt(stranger) ?? '';
    world.chain.fund(account, 0n, { isContract: true });
    expect(await refusal(orderOf(1n, { address: stranger }))).toContain('is that of a contract');
    world.two.lie = (_path, answer) => {
      const { type: _type, ...others } = answer;
      return others;
    };
    await expect(rail.build([orderOf(1n, { address: stranger })], [])).rejects.toThrow('nodes do not agree');
  });

  it('and not one that the network does not know yet, whose account the payment opens', async () => {
    const signed = await build(orderOf(1n, { address: stranger }));
    await send(signed);
    world.chain.produceMany(finalIn());
    expect(await judged(signed)).toMatchObject({
      evidence: { kind: 'confirmed' },
      fee: 1_100_000n * 10n ** 12n,
    });
    expect(balance(accountAt(stranger) ?? '')).toBe(5n * trx);
  });
});

describe('what a database has lost', () => {
  it('is answered as it was signed, and nothing else is signed for it', async () => {
    const order = orderOf(1n, { orderId: 'one' });
    const first = await build(order);
    world.chain.produceMany(3);
    expect(await build(order)).toEqual({ kind: 'signed', ...first });
    await send(first);
    world.chain.produceMany(finalIn());
    expect(await build(order)).toEqual({ kind: 'signed', ...first });
    world.chain.produceMany(300);
    expect(await build(order)).toEqual({ kind: 'signed', ...first });
    expect(world.signer.asked).toHaveLength(1);
    expect((await judged(first)).evidence.kind).toBe('confirmed');
  });

  it('is bound where its id was given to another payment', async () => {
    const order = orderOf(1n, { orderId: 'one' });
    const first = await build(order);
    expect(await rail.build([{ ...order, amount: 6n * coin }], [])).toEqual({
      kind: 'bound',
      payments: [
        { payoutId: 1n, before: [{ txid: first.txid, claims: [claimOf(first.txid)] }], isOfAnother: true },
      ],
    });
  });

  it('is named by both nodes, with its bytes and what proves its end', async () => {
    const sent: SignedTransaction[] = [];
    const claims: string[] = [];
    for (let each = 1n; each <= 4n; each += 1n) {
      const one = await build(orderOf(each, { amount: each * coin }), claims);
      sent.push(one);
      claims.push(claimOf(one.txid));
      await send(one);
      world.chain.produce();
    }
    world.chain.produceMany(5);
    for (const { transactions } of await rail.outgoing(world.chain.now - 600_000)) {
      expect(transactions.map(({ txid, proof }) => [txid, proof])).toEqual(
        sent.map(({ txid, proof }) => [txid, proof]),
      );
      expect(transactions.map(({ bytes }) => Buffer.from(bytes))).toEqual(
        sent.map(({ bytes }) => Buffer.from(bytes)),
      );
    }
  });

  it('is not asked of a node that does not have the blocks', async () => {
    const signed = await build(orderOf(1n));
    await send(signed);
    world.chain.produceMany(30);
    for (const node of world.nodes) node.isLite = true;
    await expect(rail.outgoing(0)).rejects.toThrow('this node is a lite fullnode');
  });
});

describe('what another hand has sent', () => {
  it('is nothing where the account has never sent anything, from the beginning of time on', async () => {
    for (const { transactions } of await rail.outgoing(-86_400_000)) expect(transactions).toEqual([]);
  });

  it('is found by the time that stands in the account, as long as nothing came later', async () => {
    const first = await build(orderOf(1n));
    await send(first);
    world.chain.produceMany(2);
    const stray = world.chain.submitOther(world.signer.account);
    await expect(rail.outgoing(0)).rejects.toThrow('that the signer did not sign, and no block is found');
    world.chain.produceMany(400);
    const [one, two] = await rail.outgoing(0);
    expect(one?.transactions.map(({ txid }) => txid)).toEqual([first.txid, stray]);
    expect(two?.transactions).toEqual(one?.transactions);
    const read = one?.transactions.at(-1);
    expect(read && (await rail.inspect(read))).toBe('unreadable');
  });

  it('is not looked for while a payment waits, by which the account has that time as well', async () => {
    const first = await build(orderOf(1n));
    await send(first);
    for (const { transactions } of await rail.outgoing(0)) expect(transactions).toEqual([]);
    world.chain.produce();
    for (const { transactions } of await rail.outgoing(0))
      expect(transactions.map(({ txid }) => txid)).toEqual([first.txid]);
  });
});

it('says what can be spent and what a payment costs', async () => {
  expect(await rail.funds?.('TRX', 'TRX', [])).toEqual({
    spendable: 1000n * coin,
    waiting: 0n,
    fee: 275_000n * 10n ** 12n,
  });
  expect(await rail.quote?.('TRX', 'TRX')).toMatchObject({
    alone: 275_000n * 10n ** 12n,
    agreed: 275_000n * 10n ** 12n,
    cap: (3n * 10n ** 18n) / 2n,
    rate: '0.275 TRX for a transaction',
  });
});

it('takes what a node had before for taken, and decides nothing by what it refuses', async () => {
  const signed = await build(orderOf(1n));
  for (const node of world.nodes) node.fate = () => 'busy';
  expect(await send(signed)).toEqual({
    kind: 'refused',
    why: 'one: SERVER_BUSY: Server busy.; two: SERVER_BUSY: Server busy.',
  });
  for (const node of world.nodes) node.fate = () => 'answered';
  expect(await send(signed)).toEqual({ kind: 'taken' });
  expect(await send(signed)).toEqual({ kind: 'taken' });
  for (const node of world.nodes) node.fate = () => 'lost-after';
  await expect(send(signed)).rejects.toThrow('no node has answered');
});
