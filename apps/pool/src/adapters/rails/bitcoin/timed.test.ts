import { RawOldTx, VarBytes } from '@scure/btc-signer/script.js';
import { describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';
import { addressBook } from './address-book.ts';
import { bitcoinRail } from './bitcoin-rail.ts';
import { bitcoinWallet } from './bitcoin-wallet.ts';
import { paidChains } from './paid-chains.ts';
import { readTransaction } from './read-transaction.ts';
import type { Signer, SignRequest } from './signer.ts';
import { depositOf, FakeNode } from './testing/fake-nodes.ts';
import { memoryReservations } from './testing/memory-reservations.ts';

const found = paidChains.find(({ asset }) => asset === 'XVG');
if (found === undefined) throw new Error('there are no facts of Verge');
const facts: RailFacts = found;
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

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
const { regtest, main } = facts.networks;
const payee = addressBook([own], regtest.addresses, {
  ...main.addresses,
}).scriptOf('D5EQRCnPMXmRvUoZwC7gu7fYspean3PQ9a');
const { changeScript } = addressBook([own], regtest.addresses, main.addresses);

const dated = (plain: Uint8Array, time: number): Uint8Array => {
  const written = Buffer.alloc(4);
  written.writeUInt32LE(time);
  return Uint8Array.of(...plain.subarray(0, 4), ...written, ...plain.subarray(4));
};
const deposit = (value: bigint, time: number) => {
  const bytes = dated(bytesOf(depositOf(changeScript, value, time % 200).hex), time);
  return { txid: readTransaction(bytes, 'timed').txid, hex: hex(bytes), value };
};

/** The unsigned transaction of a PSBT, with something in the place of each signature: the rail looks at none. */
function filled(psbt: Uint8Array): Uint8Array {
  const unsigned = VarBytes.decode(psbt.subarray(7), { allowUnreadBytes: true });
  const time = Buffer.from(unsigned.subarray(4, 8)).readUInt32LE(0);
  const { inputs, ...rest } = RawOldTx.decode(
    Uint8Array.of(...unsigned.subarray(0, 4), ...unsigned.subarray(8)),
  );
  const signed = inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array(107).fill(1) }));
  return dated(RawOldTx.encode({ ...rest, inputs: signed }), time);
}

function opened(change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes) {
  const young = deposit(3_000_000n, 1_700_000_111);
  const old = deposit(2_500_000n, 1_600_000_055);
  const fakes = [new FakeNode('one', changeScript), new FakeNode('two', changeScript)];
  for (const node of fakes) {
    node.decimals = 6;
    node.listed = [young, old];
    node.unspent = new Set([young.txid, old.txid]);
    node.answers.set('getblockhash', () => result(regtest.genesis));
    node.answers.set('getmempoolinfo', () => result({ mempoolminfee: 0.1 }));
  }
  const nodes = fakes.map(({ railNode }) => ({ ...railNode, form: facts.form }));
  const asked: SignRequest[] = [];
  const sign: Signer['sign'] = async (request) => {
    asked.push(request);
    return { kind: 'signed', bytes: change(filled(request.psbt)) };
  };
  const signer: Signer = { sign, cancel: sign, sweep: sign, signedFor: async () => [] };
  const rail = bitcoinRail({
    facts,
    network: 'regtest',
    nodes,
    own: [own],
    signer,
    reservations: memoryReservations(),
    rates: { floor: 100_000n, cap: 2_000_000n },
    feeMax: 10n ** 18n,
    confirmations: 6,
  });
  const wallet = bitcoinWallet({ facts, network: 'regtest', nodes, own: [own] });
  return { rail, wallet, asked, young, old };
}

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
    const { rail, asked, young, old } = opened();
    const outcome = await rail.build([order], []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    const read = readTransaction(outcome.bytes, 'timed');
    expect(read.time).toBe(1_700_000_111);
    expect(read.inputs.map(({ coin }) => coin)).toEqual([`${young.txid}:0`, `${old.txid}:0`]);
    // 4 + 4 + 1 + 2 × 148 + 1 + 2 × 34 + 4 bytes, 100 units each.
    expect(read.outputs).toEqual([
      { script: payee, value: 4_000_000n },
      { script: changeScript, value: 1_500_000n - 37_800n },
    ]);
    expect(outcome.txid).toBe(read.effect);
    expect(outcome.proof).toMatchObject({ id: read.txid });
    const previous = hex(asked[0]?.psbt ?? new Uint8Array());
    for (const each of [young, old]) expect(previous).toContain(each.hex);
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
      'the signer has signed other time than it was asked to',
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
    const book = addressBook([own], regtest.addresses, main.addresses);
    expect([book.scriptOf(miner) !== undefined, book.scriptOf(own)]).toEqual([true, undefined]);
  });
});
