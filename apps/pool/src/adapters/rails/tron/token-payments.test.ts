import { judgeTransaction } from '@openlode/ledger/judge-transaction';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder, Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { arrivedToken } from './arrived-payment.ts';
import { confirmationsNeeded } from './ask-situation.ts';
import { claimOf } from './payment-proof.ts';
import { readPayment } from './read-payment.ts';
import type { Behaviour } from './testing/stand-in-token.ts';
import {
  coin,
  orderOf,
  payee,
  payeeAccount,
  StandInRail,
  trx,
  usdt,
  withUsdt,
} from './testing/stand-in-rail.ts';
import { accountAt } from './tron-address.ts';
import { askTronNode, tronWallet } from './tron-wallet.ts';

let world: StandInRail;
let rail: Rail;
beforeEach(() => {
  world = new StandInRail();
  rail = world.open(withUsdt);
});

const newcomer = 'TNSmmai2ox5aAeB8ZTnSyt9f82oM4jctNL';
const order = (id: bigint, more: Partial<PaymentOrder> = {}): PaymentOrder =>
  orderOf(id, { coin: 'USDT', ...more });
const build = async (asked: PaymentOrder, claimed: readonly string[] = []): Promise<SignedTransaction> => {
  const outcome = await rail.build([asked], claimed);
  if (outcome.kind !== 'signed') throw new Error(JSON.stringify(outcome, (_k, v) => String(v)));
  return outcome;
};
const send = ({ bytes }: SignedTransaction) => rail.send('TRX', bytes);
const judged = async ({ txid, proof }: SignedTransaction) =>
  judgeTransaction(await rail.lookUp('TRX', txid, proof), confirmationsNeeded);
const finalIn = () => 1 + world.chain.solidLag + confirmationsNeeded;
const sun = 10n ** 12n;
const paid = (account = payeeAccount) => world.token.balances.get(account) ?? 0n;
const limitOf = ({ bytes }: SignedTransaction) => readPayment(bytes)?.feeLimit;
/** Builds, sends, and waits until it is final. */
const play = async (change: () => void, asked = order(1n)) => {
  const signed = await build(asked);
  await send(signed);
  change();
  world.chain.produceMany(finalIn());
  return signed;
};

describe('a payment of a token', () => {
  it('is what was ordered, and final once both nodes have it solidified with what its contract reports', async () => {
    const asked = order(1n);
    const signed = await build(asked);
    const decoded = await rail.inspect({ ...signed, network: 'TRX' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([asked], signed.txid, decoded, rail.terms('USDT', 'TRX'))).toBeUndefined();
    expect(decoded).toEqual({
      network: 'TRX',
      txid: signed.txid,
      outputs: [{ address: payee, memo: '', asset: 'USDT', amount: 5n * coin }],
      claims: [claimOf(signed.txid)],
      // Twice 64,285 units of energy at 100 sun, and what is counted for its bytes.
      fee: { asset: 'TRX', amount: (12_857_000n + 1_100_000n) * sun },
    });
    await send(signed);
    world.chain.produceMany(finalIn() - 1);
    expect((await judged(signed)).evidence.kind).not.toBe('absent');
    world.chain.produce();
    // 281 bytes and 64 for the result, at 1,000 sun, and the energy that it took.
    expect(await judged(signed)).toMatchObject({
      evidence: { kind: 'confirmed' },
      fee: (345_000n + 6_428_500n) * sun,
      unresolved: undefined,
    });
    expect(paid()).toBe(15n * trx);
    expect(await send(signed)).toEqual({ kind: 'taken' });
    world.chain.produceMany(5);
    expect(paid()).toBe(15n * trx);
  });

  it('allows twice what it takes for the payee, and less where the file has a lower cap', async () => {
    expect(limitOf(await build(order(1n, { address: newcomer })))).toBe(2n * 13_028_500n);
    rail = world.open({ ...withUsdt, feeMax: 20n * coin });
    world.chain.produceMany(250);
    expect(limitOf(await build(order(2n, { address: newcomer })))).toBe(18_900_000n);
    rail = world.open({ ...withUsdt, feeMax: 16n * coin });
    world.chain.produceMany(250);
    // A fifth more than it takes is asked for.
    await expect(build(order(3n, { address: newcomer }))).rejects.toThrow(
      'the network takes up to 16.7342 TRX, over the cap of 16',
    );
  });

  it('leaves room within the cap for its bytes, also where they take more than the signer counts', async () => {
    rail = world.open({ ...withUsdt, feeMax: 14n * coin });
    // 4,000 sun a byte, by the word of one node: 347 bytes take 1.388 TRX.
    world.two.lie = (path, answer) =>
      path === 'getchainparameters'
        ? JSON.parse(
            JSON.stringify(answer).replace(
              '"getTransactionFee","value":1000',
              '"getTransactionFee","value":4000',
            ),
          )
        : answer;
    expect(limitOf(await build(order(1n)))).toBe(14_000_000n - 1_388_000n);
  });

  it('altered anywhere is read as something else, or nothing', async () => {
    const signed = await build(order(1n));
    for (let at = 0; at < signed.bytes.length; at += 1) {
      const bytes = Uint8Array.from(signed.bytes);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(await rail.inspect({ ...signed, bytes, network: 'TRX' })).toBe('unreadable');
    }
    // Of a token that is not paid here nothing is known.
    expect(await world.open().inspect({ ...signed, network: 'TRX' })).toBe('unreadable');
  });

  it.each<[Behaviour, string]>([
    ['usual', 'confirmed'],
    ['answers-false', 'confirmed'],
  ])('is paid by what its contract reports, whatever that answers: %s', async (behaviour, kind) => {
    world.token.behaviour = behaviour;
    expect((await judged(await play(() => undefined))).evidence.kind).toBe(kind);
    expect(paid()).toBe(15n * trx);
  });
});

describe('a payment of a token that was executed and has failed is over, and its fee is gone', () => {
  it.each([
    // Its execution takes all of its limit, 12.857 TRX.
    ['OUT_OF_ENERGY', 13_202_000n],
    ['OUT_OF_TIME', 13_202_000n],
    ['REVERT', 345_000n + 6_428_500n],
  ])('with %s', async (result, fee) => {
    const signed = await play(() => {
      world.chain.result = result;
    });
    expect(await judged(signed)).toMatchObject({ evidence: { kind: 'invalidated' }, fee: fee * sun });
    expect(paid()).toBe(10n * trx);
  });

  it('because its execution takes more by then than its limit', async () => {
    const signed = await play(() => {
      world.token.energy = { holder: 200_000n, other: 200_000n };
    });
    expect(await judged(signed)).toMatchObject({
      evidence: { kind: 'invalidated' },
      fee: 13_202_000n * sun,
    });
  });

  it('because its contract answers that it does not pay, as it does where it pays, and reports nothing', async () => {
    world.token.behaviour = 'usual';
    const signed = await play(() => {
      world.token.behaviour = 'pays-nothing';
    });
    const judgement = await judged(signed);
    expect(judgement).toMatchObject({ evidence: { kind: 'invalidated' }, fee: 6_773_500n * sun });
    const [answer] = await rail.lookUp('TRX', signed.txid, signed.proof);
    expect(answer?.status).toMatchObject({
      why: `${signed.txid} was executed, and its token answered that it does not pay`,
    });
  });

  it('also where it was signed before, and is built again', async () => {
    world.token.behaviour = 'usual';
    const first = await build(order(1n));
    expect(first.proof['answers']).toBe('true');
    const again = await build(order(1n));
    expect(again).toEqual({ kind: 'signed', ...first });
    await send(again);
    world.chain.produceMany(finalIn());
    // Tried no more once it was executed.
    expect((await build(order(1n))).proof['answers']).toBeUndefined();
  });

  it('and is not where nodes do not say the same, or one contradicts itself', async () => {
    const signed = await play(() => undefined);
    const lies: readonly ((path: string, answer: Readonly<Record<string, unknown>>) => object)[] = [
      // What the contract reports is left out.
      (path, answer) => (path === 'gettransactioninfobyid' ? { ...answer, log: undefined } : answer),
      // Its receipt says another outcome than its block.
      (path, answer) =>
        path === 'gettransactioninfobyid' ? { ...answer, receipt: { result: 'REVERT' } } : answer,
    ];
    for (const lie of lies) {
      world.two.lie = lie as never;
      expect((await judged(signed)).evidence.kind).not.toBe('invalidated');
      expect((await judged(signed)).unresolved).toBeDefined();
    }
  });
});

it.each<[Behaviour, string]>([
  // It answers so where it has paid as well: that nodes give no report is no proof that there is none.
  ['pays-nothing', 'and its token reports no payment'],
  ['lies', 'and its token reports no payment'],
  ['taxed', 'and its token reports other payments than it was sent for'],
])('is left to the operator where a contract reports something else: %s', async (behaviour, why) => {
  const signed = await play(() => {
    world.token.behaviour = behaviour;
  });
  const [one] = await rail.lookUp('TRX', signed.txid, signed.proof);
  expect(one?.status).toMatchObject({ kind: 'unclear', why: expect.stringContaining(why) });
});

it('is over by its end, by the word of two nodes that have every block of it', async () => {
  const signed = await build(order(1n));
  world.chain.produceUntil(Number(signed.proof['expiration']));
  world.chain.produceMany(world.chain.solidLag);
  expect(await judged(signed)).toMatchObject({ evidence: { kind: 'invalidated' } });
});

describe('nothing is signed', () => {
  it('where the account has none of the token, or no TRX for what it costs', async () => {
    await expect(build(order(1n, { amount: 1001n * coin }))).rejects.toThrow('1 USDT are missing');
    world.chain.fund(world.signer.account, 13_000_000n);
    await expect(build(order(1n))).rejects.toThrow(WalletShort);
    await expect(build(order(1n))).rejects.toThrow('0.204 TRX are missing');
    world.chain.fund(world.signer.account, 13_204_000n);
    await build(order(1n));
    world.chain.accounts.delete(world.signer.account);
    await expect(build(order(2n))).rejects.toThrow('TRX that is sent to it opens it');
    expect(world.signer.asked).toHaveLength(1);
  });

  it('beyond what the account holds with what waits, of the token and of TRX', async () => {
    const first = await build(order(1n, { amount: 900n * coin }));
    const claims = [claimOf(first.txid)];
    await expect(build(order(2n, { amount: 101n * coin }), claims)).rejects.toThrow('1 USDT are missing');
    // A payment of the token waits with its limit, and one of TRX with what it pays.
    world.chain.fund(world.signer.account, 26_407_999n);
    await expect(build(order(2n, { amount: coin }), claims)).rejects.toThrow('0.000001 TRX are missing');
    world.chain.fund(world.signer.account, 26_408_000n);
    const second = await build(order(2n, { amount: coin }), claims);
    for (const each of [first, second]) await send(each);
    world.chain.produce();
    // In blocks by now, what they took is counted off.
    world.chain.fund(world.signer.account, 13_204_000n);
    await build(order(3n, { amount: coin }), [...claims, claimOf(second.txid)]);
  });

  it('where the contract has other decimals, or is none, or the node executes no calls', async () => {
    world.token.decimals = 18n;
    await expect(build(order(1n))).rejects.toThrow('18 decimals instead of 6: it is another token');
    world.token.decimals = 6n;
    world.two.isCalling = false;
    await expect(build(order(1n))).rejects.toThrow('this node does not support constant');
    world.two.isCalling = true;
    world.chain.tokens.clear();
    await expect(build(order(1n))).rejects.toThrow('Smart contract is not exist');
  });

  it.each<[Behaviour, string]>([
    ['pays-nothing', 'the token reports no payment in a trial'],
    ['lies', 'the token reports no payment in a trial'],
    ['taxed', 'the token reports other payments than it was sent for in a trial'],
    ['undone', 'the token pays no account from that of the pool now'],
  ])('where the contract does not pay: %s', async (behaviour, why) => {
    world.token.behaviour = behaviour;
    await expect(build(order(1n))).rejects.toThrow(why);
  });

  it('for a payee whom the contract refuses, by the word of every node', async () => {
    world.token.blocked.add(payeeAccount);
    const outcome = await rail.build([order(1n)], []);
    expect(outcome).toMatchObject({
      kind: 'refused',
      payments: [
        {
          reason: 'REFUSED',
          why: 'the payee cannot be paid: one: REVERT opcode executed; two: REVERT opcode executed',
        },
      ],
    });
    world.two.lie = (path, answer) =>
      path === 'triggerconstantcontract' && JSON.stringify(answer).includes('FAILED')
        ? { ...answer, result: { result: true }, transaction: { ret: [{}] }, constant_result: [''] }
        : answer;
    await expect(rail.build([order(1n)], [])).rejects.toThrow('the token reports no payment in a trial');
  });

  it('to the contract of a token, and for coins that the file does not name', async () => {
    const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(await rail.build([order(1n, { address: contract })], [])).toMatchObject({
      payments: [{ reason: 'INVALID_ADDRESS' }],
    });
    expect(accountAt(contract)).toBe(usdt.contract);
    expect(rail.pays('USDT', 'TRX')).toBe(true);
    expect(rail.pays('USDC', 'TRX')).toBe(false);
    expect(world.open().pays('USDT', 'TRX')).toBe(false);
  });

  it('again for what was signed: it is answered as it was, and named by both nodes', async () => {
    const first = await play(() => undefined, order(1n, { orderId: 'one' }));
    expect(await build(order(1n, { orderId: 'one' }))).toEqual({ kind: 'signed', ...first });
    for (const { transactions } of await rail.outgoing(0))
      expect(transactions.map(({ txid, proof }) => [txid, proof])).toEqual([[first.txid, first.proof]]);
    // TRX under the id of a payment of a token is another payment.
    expect(await rail.build([orderOf(1n, { orderId: 'one' })], [])).toMatchObject({ kind: 'bound' });
  });
});

it('asks nodes of no payment that the pool knows, while there is enough for all of them', async () => {
  const claims: string[] = [];
  for (let id = 1n; id <= 5n; id += 1n) {
    const signed = await build(order(id, { amount: id * coin }), claims);
    claims.push(claimOf(signed.txid));
    await send(signed);
  }
  for (const node of world.nodes) expect(node.asked).not.toContain('gettransactioninfobyid');
});

it('says what the account holds and what a payment costs', async () => {
  const options = { ...world.options(), ...withUsdt };
  expect(await tronWallet({ ...options, tokens: [usdt] }).amounts()).toEqual(
    new Map([
      ['TRX', 1000n * coin],
      ['USDT', 1000n * coin],
    ]),
  );
  expect(await rail.funds?.('USDT', 'TRX', [])).toEqual({ spendable: 1000n * coin, waiting: 0n, fee: 0n });
  // 131,000 units of energy at 100 sun, and 347 bytes at 1,000.
  expect(await rail.quote?.('USDT', 'TRX')).toMatchObject({ feeAsset: 'TRX', alone: 13_447_000n * sun });
  expect(await rail.quote?.('TRX', 'TRX')).toMatchObject({ alone: 275_000n * sun });
  const [node] = options.nodes;
  if (node === undefined) throw new Error('no node');
  world.token.symbol = 'USDX';
  expect(await askTronNode(node, { ...options, tokens: [usdt] })).toMatchObject({
    otherNames: ['USDT calls itself USDX'],
    fault: undefined,
  });
  world.token.decimals = 18n;
  await expect(tronWallet({ ...options, tokens: [usdt] }).amounts()).rejects.toThrow('it is another token');
});

it('says what of a token has come in, by what its contract reports', async () => {
  const { txid } = await play(() => undefined);
  const arrived = (account: string) => arrivedToken(txid, usdt, { ...world.options(), account });
  expect(await arrived(payeeAccount)).toEqual({ kind: 'arrived', amount: 5n * coin });
  expect(await arrived(accountAt(newcomer) ?? '')).toEqual({
    kind: 'not-arrived',
    why: 'it pays no USDT to the account',
  });
  expect(await arrived(world.signer.account)).toMatchObject({ why: 'it takes of the account itself' });
  world.two.lie = (path, answer) =>
    path === 'gettransactioninfobyid' ? { ...answer, log: undefined } : answer;
  expect(await arrived(payeeAccount)).toMatchObject({ kind: 'not-arrived' });
});
