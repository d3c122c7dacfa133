import { describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import { readTransaction } from './read-transaction.ts';
import { paidChain, railInForm } from './testing/payments-in-form.ts';

const facts = paidChain('XVG');
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** A payment of Verge's main network: src/test/data/sighash.json of vergecurrency/verge 26.7, its only transaction. */
const paid =
  '0100000062b37a5c01aced94d33a7da3cd3734d7979ab4b8e7cc8b867f48840692fbcccd3b306b197f010000006a4730440220045aee1689b1c02fb179a83d3b58a83ff2d09d8a3ff6179d941e8528b04a955102200af970db525a73b293eb408a73a5a5266024fe546557f9165bfb45f9458d974a012103333abb4c9d3f7a8a9719968ac3d6165a3946c1da68c53664cede886a1a12f634ffffffff02562c3727000000001976a9140ace73ce28a4aa462fb335da8006e5364373eedd88ac33670803000000001976a91428e2aeaca49760c3f339fe7448c5794772e2a79888ac00000000';

it('reads a payment that says when it was made, under the id that its bytes have', () => {
  const read = readTransaction(bytesOf(paid), 'timed');
  expect(read).toMatchObject({
    txid: '9c955ce38b69f4091d8e089e5b184c064e48de90a66c4b23742e2582e265ed5e',
    time: 1_551_545_186,
    inputs: [{ coin: '7f196b303bcdccfb920684487f868bcce7b8b49a97d73437cda37d3ad394edac:1' }],
    outputs: [{ value: 657_927_254n }, { value: 50_882_355n }],
    virtualBytes: 229,
  });
  // Anyone on its way can write the signature in another form, and the time in none.
  const other = readTransaction(bytesOf(paid.replace('6a4730440220045a', '6a4730440220055a')), 'timed');
  expect([other.effect, other.txid === read.txid]).toEqual([read.effect, false]);
  const later = readTransaction(bytesOf(paid.replace('62b37a5c', '63b37a5c')), 'timed');
  expect(later.effect).not.toBe(read.effect);
  expect(() => readTransaction(bytesOf(paid))).toThrow(RangeError);
  expect(() => readTransaction(bytesOf(`${paid}00`), 'timed')).toThrow(RangeError);
});

const own = 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r';
const miner = 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE';
const coins = [
  { value: 3_000_000n, time: 1_700_000_111 },
  { value: 2_500_000n, time: 1_600_000_055 },
];
/** Its nodes relay nothing for less than 0.1 a kilobyte. */
const opened = (change?: (bytes: Uint8Array) => Uint8Array) => {
  const at = railInForm(facts, own, coins, change, { rates: { floor: 100_000n, cap: 2_000_000n } });
  for (const node of at.fakes)
    node.answers.set('getmempoolinfo', () => ({ kind: 'result', value: { mempoolminfee: 0.1 } }));
  return at;
};

describe('the rail of Verge', () => {
  const order: PaymentOrder = {
    payoutId: 1n,
    coin: 'XVG',
    network: 'XVG',
    address: 'D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a',
    memo: '',
    amount: 4n * 10n ** 18n,
  };

  it('pays with the time of its youngest coin, in six decimals, for bytes that count the time', async () => {
    const { rail, asked, deposits, book } = opened();
    const outcome = await rail.build([order], []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    const read = readTransaction(outcome.bytes, 'timed');
    expect(read.time).toBe(1_700_000_111);
    expect(read.inputs.map(({ coin }) => coin)).toEqual(deposits.map(({ txid }) => `${txid}:0`));
    // 4 + 4 + 1 + 2 × 148 + 1 + 2 × 34 + 4 bytes, 100 units each.
    expect(read.outputs).toEqual([
      { script: book.scriptOf(order.address), value: 4_000_000n },
      { script: book.changeScript, value: 1_500_000n - 37_800n },
    ]);
    expect(outcome.txid).toBe(read.effect);
    expect(outcome.proof).toMatchObject({ id: read.txid });
    const previous = hex(asked[0]?.psbt ?? new Uint8Array());
    for (const each of deposits) expect(previous).toContain(each.hex);
    expect(await rail.inspect({ ...outcome, network: 'XVG' })).toMatchObject({
      txid: read.effect,
      fee: { asset: 'XVG', amount: 37_800n * 10n ** 12n },
      outputs: [{ amount: 4n * 10n ** 18n }, { address: own }],
    });
  });

  it('takes from its signer no payment that says another time', async () => {
    const later = (bytes: Uint8Array): Uint8Array => {
      const changed = Uint8Array.from(bytes);
      changed[4] = (changed[4] ?? 0) + 1;
      return changed;
    };
    await expect(opened(later).rail.build([order], [])).rejects.toThrow(
      'the signer has signed other terms than it was asked to',
    );
  });

  it('pays no fraction that its chain has not, and knows what its wallets hold', async () => {
    const { rail, wallet } = opened();
    await expect(rail.build([{ ...order, amount: 4n * 10n ** 18n + 10n ** 11n }], [])).rejects.toThrow(
      'are no amount that the chain can carry',
    );
    expect(await wallet.amounts()).toEqual(new Map([['XVG', 55n * 10n ** 17n]]));
  });

  it('pays miners at the spelling of its main network alone', () => {
    const { book } = opened();
    expect([book.scriptOf(miner) !== undefined, book.scriptOf(own)]).toEqual([true, undefined]);
  });
});
