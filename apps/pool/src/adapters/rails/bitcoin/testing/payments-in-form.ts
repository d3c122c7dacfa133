import { RawOldTx, VarBytes } from '@scure/btc-signer/script.js';
import type { RailFacts, TransactionForm } from '../../../chains/bitcoin/chain-facts.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { addressBook } from '../address-book.ts';
import { bitcoinRail, type BitcoinRailOptions } from '../bitcoin-rail.ts';
import { bitcoinWallet } from '../bitcoin-wallet.ts';
import { coinsMadeBy, makerOf } from '../coin-names.ts';
import { nexaOf, nexaWithScripts } from '../../../../../../../testing/nexa-form.ts';
import { paidChains } from '../paid-chains.ts';
import type { RailNode } from '../rail-node.ts';
import { readTransaction } from '../read-transaction.ts';
import type { Signer, SignRequest } from '../signer.ts';
import { depositOf, FakeNode } from './fake-nodes.ts';
import { memoryReservations } from './memory-reservations.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

export function paidChain(asset: string): RailFacts {
  const facts = paidChains.find((each) => each.asset === asset);
  if (facts === undefined) throw new Error(`there are no facts of ${asset}`);
  return facts;
}

/** The bytes of a transaction of Bitcoin with what the form has beside: a time, or a group and a tail without an expiry. */
export function inForm(plain: Uint8Array, form: TransactionForm | undefined, time = 0): Uint8Array {
  if (form === undefined) return plain;
  if (form === 'nexa') return nexaOf(RawOldTx.decode(plain));
  if (form === 'sapling')
    return Uint8Array.of(4, 0, 0, 0x80, 0x85, 0x20, 0x2f, 0x89, ...plain.subarray(4), ...new Uint8Array(15));
  const written = Buffer.alloc(4);
  written.writeUInt32LE(time);
  return Uint8Array.of(...plain.subarray(0, 4), ...written, ...plain.subarray(4));
}

/** The other direction, of no other form than those two; the version of `sapling` becomes 2. */
export function outOfForm(bytes: Uint8Array, form: TransactionForm | undefined): Uint8Array {
  if (form === undefined) return bytes;
  return form === 'sapling'
    ? Uint8Array.of(2, 0, 0, 0, ...bytes.subarray(8, -15))
    : Uint8Array.of(...bytes.subarray(0, 4), ...bytes.subarray(8));
}

/** The unsigned transaction of a PSBT, with something in the place of each signature: a rail looks at none. */
export function filled(psbt: Uint8Array, form: TransactionForm | undefined): Uint8Array {
  const unsigned = VarBytes.decode(psbt.subarray(7), { allowUnreadBytes: true });
  if (form === 'nexa') return nexaWithScripts(unsigned, new Uint8Array(99).fill(1));
  return withScripts(unsigned, form, 1);
}

/** A transaction of another form than Nexa's with the same effect: in the place of each signature there is this byte, over and over. */
export function withScripts(bytes: Uint8Array, form: TransactionForm | undefined, byte: number): Uint8Array {
  const { inputs, ...rest } = RawOldTx.decode(outOfForm(bytes, form));
  const signed = inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array(107).fill(byte) }));
  return inForm(
    RawOldTx.encode({ ...rest, inputs: signed }),
    form,
    Buffer.from(bytes.subarray(4, 8)).readUInt32LE(0),
  );
}

/** Two nodes of a chain that have two coins of the pool, of the values and times given, and its rail with a signer that signs everything. */
export function railInForm(
  facts: RailFacts,
  own: string,
  coins: readonly { readonly value: bigint; readonly time: number }[],
  change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
  more: Partial<BitcoinRailOptions> = {},
) {
  const { regtest, main } = facts.networks;
  const book = addressBook([own], regtest.addresses, main.addresses);
  const deposits = coins.map(({ value, time }, at) => {
    const bytes = inForm(bytesOf(depositOf(book.changeScript, value, at + 1).hex), facts.form, time);
    const [name = ''] = coinsMadeBy(readTransaction(bytes, facts.form));
    return { txid: makerOf(name), hex: Buffer.from(bytes).toString('hex'), value };
  });
  const fakes = ['one', 'two'].map((name) => {
    const node = new FakeNode(name, book.changeScript);
    node.decimals = facts.decimals ?? 8;
    node.listed = deposits;
    node.unspent = new Set(deposits.map(({ txid }) => txid));
    node.answers.set('getblockhash', () => result(regtest.genesis));
    return node;
  });
  const nodes: readonly RailNode[] = fakes.map(({ railNode }) => ({ ...railNode, form: facts.form }));
  const asked: SignRequest[] = [];
  const sign: Signer['sign'] = async (request) => {
    asked.push(request);
    return { kind: 'signed', bytes: change(filled(request.psbt, facts.form)) };
  };
  const signer: Signer = { sign, cancel: sign, sweep: sign, signedFor: async () => [] };
  const rail = bitcoinRail({
    facts,
    network: 'regtest',
    nodes,
    own: [own],
    signer,
    reservations: memoryReservations(),
    rates: { floor: 10_000n, cap: 2_000_000n },
    feeMax: 10n ** 18n,
    confirmations: 6,
    ...more,
  });
  const wallet = bitcoinWallet({ facts, network: 'regtest', nodes, own: [own] });
  return { rail, wallet, asked, deposits, book, fakes, nodes };
}
