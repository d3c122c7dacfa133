import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing } from '../../../../../../testing/litesvm-library.ts';
import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import type { BuildOutcome, PaymentOrder, Rail, SignedTransaction } from '../../../domain/kernel/rail.ts';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { verifyPayment } from '../../../domain/payouts/verify-payment.ts';
import { arrivedPayment } from './arrived-payment.ts';
import { solanaWallet } from './solana-wallet.ts';
import { solanaKeySigner } from './testing/key-signer.ts';
import type { ChainTransaction } from './testing/solana-chain.ts';
import { addressOf, confirmations, nonceAccount, sol, SolanaPool } from './testing/solana-kit.ts';
import { writeMessage } from './write-message.ts';

const unit = 10n ** 9n;
const payee = addressOf('payee');
const order = (id: bigint, more: Partial<PaymentOrder> = {}): PaymentOrder => ({
  payoutId: id,
  orderId: `order-${id}`,
  coin: 'SOL',
  network: 'SOL',
  address: payee,
  memo: '',
  amount: sol * unit,
  ...more,
});
const requireSigned = (outcome: BuildOutcome): SignedTransaction => {
  if (outcome.kind !== 'signed') throw new Error(`it is ${outcome.kind}`);
  return outcome;
};

describe.skipIf(!hasLitesvm)(`the rail of SOL over litesvm${hasLitesvm ? '' : `: ${litesvmMissing}`}`, () => {
  let pool: SolanaPool;
  let rail: Rail;
  beforeEach(async () => {
    pool = await SolanaPool.start();
    rail = pool.open();
  });
  const build = async (id: bigint, more: Partial<PaymentOrder> = {}, claimed: readonly string[] = []) =>
    requireSigned(await rail.build([order(id, more)], claimed));
  const statuses = async ({ txid, proof }: SignedTransaction) =>
    (await rail.lookUp('SOL', txid, proof)).map(({ status }) => status);
  const claimsOf = async ({ bytes, proof }: SignedTransaction): Promise<readonly string[]> => {
    const decoded = await rail.inspect({ network: 'SOL', bytes, proof });
    return decoded === 'unreadable' ? [] : decoded.claims;
  };
  const pay = async (id: bigint): Promise<SignedTransaction> => {
    const signed = await build(id);
    await rail.send('SOL', signed.bytes);
    pool.chain.advance(40);
    return signed;
  };

  it('signs what was ordered, and pays it once, however often it is sent', async () => {
    const signed = await build(1n);
    const decoded = await rail.inspect({ ...signed, network: 'SOL' });
    if (decoded === 'unreadable') throw new Error('nothing was read');
    expect(verifyPayment([order(1n)], signed.txid, decoded, rail.terms('SOL', 'SOL'))).toBeUndefined();
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    for (let times = 0; times < 3; times += 1) {
      expect(await rail.send('SOL', signed.bytes)).toEqual({ kind: 'taken' });
      pool.chain.advance(1);
    }
    expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]);
    pool.chain.advance(40);
    const confirmed = { kind: 'confirmed', confirmations: 12, fee: 5005n * unit };
    expect(await statuses(signed)).toEqual([confirmed, confirmed]);
    expect(pool.heldBy(payee)).toBe(sol);
    expect(pool.heldBy(pool.account)).toBe(9n * sol - 5005n);
  });

  it('reads bytes of another account, or of another form, as nothing that it has built', async () => {
    const signed = await build(1n);
    const altered = signed.bytes.map((each, at) => (at === 340 ? each + 1 : each));
    expect(await rail.inspect({ ...signed, network: 'SOL', bytes: altered })).toBe('unreadable');
    const other = solanaKeySigner(new Uint8Array(32).fill(9));
    const nothing = {
      units: 1n,
      unitPrice: 1n,
      transfer: undefined,
      nonceAccount,
      nonce: addressOf('nonce 2'),
    };
    const bytes = other.signed(writeMessage({ ...nothing, account: other.account }));
    expect(await rail.inspect({ ...signed, network: 'SOL', bytes })).toBe('unreadable');
  });

  it('refuses in words what can never be paid', async () => {
    const why = async (more: Partial<PaymentOrder>): Promise<string> => {
      const outcome = await rail.build([order(1n, more)], []);
      return outcome.kind === 'refused'
        ? `${outcome.payments[0]?.reason}: ${outcome.payments[0]?.why}`
        : outcome.kind;
    };
    expect(await why({ address: `${payee}1` })).toContain('INVALID_ADDRESS');
    expect(await why({ address: '11111111111111111111111111111111' })).toContain(
      'no address that can be paid',
    );
    expect(await why({ address: pool.account })).toContain('of the pool itself');
    expect(await why({ address: nonceAccount })).toContain('of the pool itself');
    expect(await why({ memo: '1' })).toContain('carry no memo');
    expect(await why({ amount: 890_879n * unit })).toContain(
      'REFUSED: the payee cannot be paid: one: the account would have 890879 lamports then, and every account has to have 890880 (rent exemption)',
    );
    const token = addressOf('token');
    pool.chain.put({
      address: token,
      lamports: sol,
      programAddress: addressOf('program'),
      executable: false,
      space: 165n,
      data: new Uint8Array(165),
    });
    pool.chain.advance(2);
    expect(await why({ address: token })).toContain(`an account of the program ${addressOf('program')}`);
    expect(await why({ amount: 890_880n * unit })).toBe('signed');
  });

  it('refuses what the runtime keeps for itself, also where no account is shown there: the nonce would be kept for what fails', async () => {
    const reserved = [
      'NativeLoader1111111111111111111111111111111',
      'SysvarRewards111111111111111111111111111111',
      'Sysvar1nstructions1111111111111111111111111',
      'SysvarLastRestartS1ot1111111111111111111111',
      'Sysvar1111111111111111111111111111111111111',
      'LoaderV411111111111111111111111111111111111',
      'Vote111111111111111111111111111111111111111',
    ];
    const nonce = pool.chain.nonceOf(nonceAccount);
    const cost = { account: pool.account, nonceAccount, nonce, units: 5000n, unitPrice: 1000n };
    for (const address of reserved) {
      const message = writeMessage({ ...cost, transfer: { payee: address, lamports: sol } });
      expect(pool.chain.tried(pool.signer.signed(message))).toBeDefined();
      expect(await rail.build([order(1n, { address })], [])).toMatchObject({
        kind: 'refused',
        payments: [{ reason: 'INVALID_ADDRESS', why: `${address} is no address that can be paid` }],
      });
    }
    // What is sent there is burned.
    expect(
      await rail.build([order(1n, { address: '1nc1nerator11111111111111111111111111111111' })], []),
    ).toMatchObject({ kind: 'refused' });
    expect((await build(1n)).txid).toHaveLength(88);
  });

  it('refuses of rents what the runtime refuses, to the lamport', () => {
    const tried = (lamports: bigint, to = payee): unknown => {
      const nonce = pool.chain.nonceOf(nonceAccount);
      const cost = { account: pool.account, nonceAccount, nonce, units: 5000n, unitPrice: 1000n };
      return pool.chain.tried(
        pool.signer.signed(writeMessage({ ...cost, transfer: { payee: to, lamports } })),
      );
    };
    const most = 10n * sol - 890_880n - 5005n;
    expect([tried(890_880n), tried(most)]).toEqual([undefined, undefined]);
    expect(tried(890_879n)).toBeDefined();
    expect(tried(most + 1n)).toBeDefined();
  });

  it('adds the least to an account that is there', async () => {
    await pay(1n);
    const little = await build(2n, { amount: unit });
    await rail.send('SOL', little.bytes);
    pool.chain.advance(40);
    expect(pool.heldBy(payee)).toBe(sol + 1n);
  });

  it('keeps what the account has to have, and says what is missing', async () => {
    const most = 10n * sol - 890_880n - 5005n;
    await expect(rail.build([order(1n, { amount: (most + 1n) * unit })], [])).rejects.toThrow(WalletShort);
    const signed = await build(2n, { amount: most * unit });
    await rail.send('SOL', signed.bytes);
    pool.chain.advance(40);
    expect(pool.heldBy(pool.account)).toBe(890_880n);
    expect(await rail.funds?.('SOL', 'SOL', [])).toMatchObject({ spendable: 0n });
  });

  it('signs one payment under a nonce, and the next once that is used and finalized', async () => {
    const first = await build(1n);
    const claims = await claimsOf(first);
    await expect(rail.build([order(2n)], claims)).rejects.toThrow(EarlierFirst);
    await expect(rail.build([order(2n)], [])).rejects.toThrow('kept for an earlier payment');
    await rail.send('SOL', first.bytes);
    pool.chain.advance(5);
    await expect(rail.build([order(2n)], [])).rejects.toThrow('several nonces');
    pool.chain.advance(40);
    expect(await claimsOf(await build(2n))).not.toEqual(claims);
  });

  it('answers what was signed before as it is, after an answer of the signer was lost', async () => {
    pool.signer.losesAnswers = true;
    await expect(rail.build([order(1n)], [])).rejects.toThrow('has not answered');
    pool.signer.losesAnswers = false;
    const again = await build(1n);
    const claims = await claimsOf(again);
    expect(await build(1n)).toEqual(again);
    expect(await rail.build([order(1n)], claims)).toMatchObject({ kind: 'bound' });
    expect(await rail.build([order(1n, { amount: 2n * sol * unit })], [])).toMatchObject({
      kind: 'bound',
      payments: [{ isOfAnother: true }],
    });
  });

  describe('proves that a payment is over', () => {
    it('by the transaction that has used its nonce', async () => {
      const signed = await build(1n);
      const cancel = await rail.cancel?.([order(1n)], [{ ...signed, network: 'SOL' }]);
      if (cancel === undefined) throw new Error('nothing cancels it');
      expect(await rail.inspect({ ...cancel, network: 'SOL' })).toMatchObject({
        outputs: [{ address: pool.account, amount: 0n }],
        claims: await claimsOf(signed),
      });
      await rail.send('SOL', cancel.bytes);
      pool.chain.advance(20);
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
      pool.chain.advance(20);
      const over = { kind: 'invalidated', why: `${cancel.txid} has used its nonce, in slot 141`, fee: 0n };
      expect(await statuses(signed)).toEqual([over, over]);
      expect(await rail.send('SOL', signed.bytes)).toMatchObject({ kind: 'refused' });
      pool.chain.advance(40);
      expect(pool.heldBy(payee)).toBe(0n);
      await expect(rail.cancel?.([order(1n)], [{ ...signed, network: 'SOL' }])).rejects.toThrow(
        'has been used',
      );
    });

    it('where it was executed and undone, with what that cost', async () => {
      const signed = await build(1n);
      // What the account had is gone before it is executed, by a key that two have.
      await rail.send('SOL', signed.bytes);
      pool.chain.give(pool.account, -9n * sol - 500_000_000n);
      pool.chain.advance(40);
      const over = {
        kind: 'invalidated',
        why: `${signed.txid} was executed in slot 141 and undone`,
        fee: 5005n * unit,
      };
      expect(await statuses(signed)).toEqual([over, over]);
      expect(await rail.send('SOL', signed.bytes)).toEqual({ kind: 'taken' });
      pool.chain.advance(40);
      expect(pool.heldBy(payee)).toBe(0n);
      expect((await rail.outgoing(0)).flatMap(({ transactions }) => transactions)).toEqual([]);
    });

    it('and by nothing that is not found: where the nonce is gone otherwise, a person has to look', async () => {
      const signed = await build(1n);
      pool.chain.putNonce(nonceAccount, pool.account);
      pool.chain.advance(40);
      const unclear = {
        kind: 'unclear',
        why: `the nonce account has another nonce, and nothing is found that has used ${signed.proof['nonceValue']} since slot 109`,
        confirmations: 41,
        fee: 0n,
      };
      expect(await statuses(signed)).toEqual([unclear, unclear]);
      // A node that has dropped what was there then says nothing, nor does one that cannot say since when.
      pool.one.mood.historyFrom = 120;
      expect(await statuses(signed)).toEqual([{ kind: 'absent' }, unclear]);
      const unknown = { ...signed, proof: { ...signed.proof, since: '0' } };
      expect(await statuses(unknown)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    });

    it('and not by a node that has lost it', async () => {
      const signed = await pay(1n);
      pool.one.mood.hides = new Set([signed.txid]);
      pool.one.mood.historyFrom = 145;
      expect((await statuses(signed)).map(({ kind }) => kind)).toEqual(['absent', 'confirmed']);
    });

    it('and not by a transaction that names the value of ours, and that our account has not signed', async () => {
      const signed = await pay(1n);
      const stranger = solanaKeySigner(new Uint8Array(32).fill(8));
      const nonce = signed.proof['nonceValue'] ?? '';
      const cost = { account: stranger.account, nonceAccount, nonce, units: 5000n, unitPrice: 0n };
      const bytes = stranger.signed(writeMessage({ ...cost, transfer: { payee, lamports: 1n } }));
      // No runtime executes it; one that took its fee, or none, and listed it would prove nothing by that.
      const keys = [stranger.account, nonceAccount, payee];
      (pool.chain.executed as ChainTransaction[]).push({
        txid: base58.encode(bytes.subarray(1, 65)),
        bytes,
        slot: pool.chain.slot,
        time: pool.chain.timeOf(pool.chain.slot),
        error: 'BlockhashNotFound',
        keys,
        before: keys.map(() => 0n),
        after: keys.map(() => 0n),
      });
      pool.chain.advance(40);
      pool.one.mood.hides = new Set([signed.txid]);
      expect((await statuses(signed)).map(({ kind }) => kind)).toEqual(['unclear', 'confirmed']);
    });

    it('and not by a transaction under the same value of another nonce account', async () => {
      // Nonce accounts that were advanced in one slot have one value.
      const other = addressOf('another nonce account');
      const stranger = solanaKeySigner(new Uint8Array(32).fill(8));
      const signed = await pay(1n);
      pool.chain.give(stranger.account, sol);
      pool.chain.putNonce(other, stranger.account);
      const twin = pool.chain.accountAt(other, pool.chain.slot);
      if (twin === undefined) throw new Error('it is not there');
      const nonce = signed.proof['nonceValue'] ?? '';
      pool.chain.setNonce(other, nonce);
      const message = writeMessage({
        account: stranger.account,
        nonceAccount: other,
        nonce,
        units: 5000n,
        unitPrice: 0n,
        transfer: { payee: nonceAccount, lamports: 1n },
      });
      pool.chain.take(stranger.signed(message));
      pool.chain.advance(40);
      expect(pool.chain.executed.map(({ error }) => error)).toEqual([null, null]);
      pool.one.mood.hides = new Set([signed.txid]);
      pool.one.mood.historyFrom = 142;
      expect((await statuses(signed)).map(({ kind }) => kind)).toEqual(['absent', 'confirmed']);
    });
  });

  it('has a payment again that a branch had which was given up', async () => {
    const signed = await build(1n);
    await rail.send('SOL', signed.bytes);
    pool.chain.advance(3);
    expect(await statuses(signed)).toEqual([{ kind: 'waiting' }, { kind: 'waiting' }]);
    pool.chain.giveUp(141);
    expect(await statuses(signed)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
    await rail.send('SOL', signed.bytes);
    pool.chain.advance(40);
    expect((await statuses(signed)).map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
    expect(pool.heldBy(payee)).toBe(sol);
  });

  it('leaves out a node that does not answer, builds with two alone, and says who is behind', async () => {
    const signed = await build(1n);
    pool.two.mood.isAway = true;
    expect((await rail.lookUp('SOL', signed.txid, signed.proof)).map(({ node }) => node)).toEqual(['one']);
    await expect(rail.build([order(2n)], [])).rejects.toThrow(
      'two nodes in step are needed: two: connection refused',
    );
    pool.two.mood.isAway = false;
    pool.two.mood.behind = 20;
    expect((await rail.lookUp('SOL', signed.txid, signed.proof)).map(({ isSynced }) => isSynced)).toEqual([
      true,
      false,
    ]);
    await expect(rail.build([order(2n)], [])).rejects.toThrow('two: it is behind');
    for (const node of [pool.one, pool.two]) node.mood.isAway = true;
    await expect(rail.lookUp('SOL', signed.txid, signed.proof)).rejects.toThrow('no node answers');
    await expect(rail.send('SOL', signed.bytes)).rejects.toThrow('no node has answered');
  });

  it('takes what is no node of its network for none', async () => {
    pool.one.mood.lies = new Map([
      ['getGenesisHash', { kind: 'result', value: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }],
    ]);
    await expect(rail.build([order(1n)], [])).rejects.toThrow(
      'a node of the network that begins with 5eykt4UsFv8P',
    );
    const real = pool.open({ kind: 'real', confirmations: 32 });
    await expect(real.lookUp('SOL', 'a', {})).resolves.toMatchObject([{ node: 'one' }]);
    expect(() => pool.open({ kind: 'real', confirmations: 31 })).toThrow(RangeError);
  });

  it('names what has left the account, also what the pool does not know, and no coin that came in', async () => {
    const signed = await pay(1n);
    const stranger = solanaKeySigner(new Uint8Array(32).fill(8));
    const strangersNonce = addressOf('another nonce account');
    pool.chain.give(stranger.account, sol);
    pool.chain.putNonce(strangersNonce, stranger.account);
    const nonce = pool.chain.nonceOf(strangersNonce);
    const message = writeMessage({
      account: stranger.account,
      nonceAccount: strangersNonce,
      nonce,
      units: 5000n,
      unitPrice: 0n,
      transfer: { payee: pool.account, lamports: 7n },
    });
    pool.chain.take(stranger.signed(message));
    pool.chain.advance(40);
    const income = pool.chain.executed.at(-1)?.txid ?? '';
    const left = await rail.outgoing(0);
    expect(left.map(({ node, transactions }) => [node, transactions.map(({ txid }) => txid)])).toEqual([
      ['one', [signed.txid]],
      ['two', [signed.txid]],
    ]);
    // It came in, and is the only thing that did.
    const terms = { kind: 'regtest', account: pool.account, confirmations } as const;
    expect(await arrivedPayment(pool.nodes, income, terms)).toEqual({ kind: 'arrived', amount: 7n * unit });
    expect(await arrivedPayment(pool.nodes, signed.txid, terms)).toMatchObject({
      why: 'it comes from the account itself',
    });
    expect(await arrivedPayment(pool.nodes, 'ab'.repeat(32), terms)).toMatchObject({ kind: 'not-arrived' });
    // A node that has dropped what was there then says nothing.
    pool.one.mood.historyFrom = 120;
    expect((await rail.outgoing(pool.chain.timeOf(110) * 1000)).map(({ node }) => node)).toEqual(['two']);
    expect((await rail.outgoing(pool.chain.timeOf(130) * 1000)).map(({ node }) => node)).toEqual([
      'one',
      'two',
    ]);
  });

  it('counts what the account has by the least word, and a lone node makes nothing dear', async () => {
    const wallet = solanaWallet({ kind: 'regtest', account: pool.account, nonceAccount }, pool.nodes);
    expect(await wallet.amounts()).toEqual(new Map([['SOL', 10n * sol * unit]]));
    const signed = await build(1n);
    await rail.send('SOL', signed.bytes);
    pool.chain.advance(3);
    expect(await wallet.amounts()).toEqual(new Map([['SOL', (9n * sol - 5005n) * unit]]));
    pool.one.mood.price = 10 ** 9;
    expect(await rail.quote?.('SOL', 'SOL')).toMatchObject({ alone: 5005n * unit });
    pool.two.mood.price = 10 ** 9;
    // Within the cap.
    expect(await rail.quote?.('SOL', 'SOL')).toMatchObject({ alone: 10n ** 15n, cap: 10n ** 15n });
  });

  it('sweeps as it pays, and frees the nonce of what was never signed', async () => {
    const sweep = order(-1n);
    expect(await rail.signedSweep?.(sweep)).toBeUndefined();
    expect(await rail.forgetSweep?.(sweep)).toBe(true);
    const signed = await rail.sweep?.(sweep, []);
    expect(await rail.signedSweep?.(sweep)).toMatchObject({
      txid: signed?.kind === 'signed' ? signed.txid : '',
    });
    expect(await rail.forgetSweep?.(sweep)).toBe(false);
  });

  it('signs for a restored pool, which knows another payment by now, nothing under a nonce that may have left', async () => {
    const lost = await build(1n);
    // The database was set back: it knows neither the payment nor what was reserved.
    const restored = pool.open();
    await expect(restored.build([order(2n, { amount: 2n * sol * unit })], [])).rejects.toThrow(
      'number-taken',
    );
    // The same payment under another id has the same nonce: at most one of both is confirmed.
    const again = requireSigned(await restored.build([order(3n)], []));
    expect(await claimsOf(again)).toEqual(await claimsOf(lost));
    for (const { bytes } of [lost, again]) await rail.send('SOL', bytes);
    pool.chain.advance(40);
    expect(pool.heldBy(payee)).toBe(sol);
  });
});
