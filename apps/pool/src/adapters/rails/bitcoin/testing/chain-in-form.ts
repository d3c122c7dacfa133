import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import type { RailFacts } from '../../../chains/bitcoin/chain-facts.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { buildPayment } from '../build-payment.ts';
import type { RailNode } from '../rail-node.ts';
import { type ReadTransaction, readTransaction } from '../read-transaction.ts';
import type { SignedBytes, Signer, SignRequest } from '../signer.ts';
import type { KeySigner } from './key-signer.ts';
import { malleate } from './malleate.ts';
import { filled, inForm, outOfForm } from './payments-in-form.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
type Answer = Record<string, unknown>;

/**
 * A chain whose transactions have a form of their own, over litecoinds: each of its transactions stands for one of theirs, under another id, with the same
 * coins, payments and depth. What is sent in the form is signed again for them with the key of the suite, so that they judge coins and amounts, and not the
 * signatures of the form, which suites of the signer hold against vectors.
 */
export class ChainInForm {
  readonly #facts: RailFacts;
  readonly #key: KeySigner;
  /** By their ids, in both directions. */
  readonly #plain = new Map<string, ReadTransaction>();
  readonly #formed = new Map<string, { readonly txid: string; readonly bytes: Uint8Array }>();

  constructor(facts: RailFacts, key: KeySigner) {
    this.#facts = facts;
    this.#key = key;
  }

  /** A node of the chain, over a litecoind with a wallet. */
  over(node: RailNode): RailNode {
    const { form } = this.#facts;
    return {
      name: node.name,
      form,
      rpc: this.#translated(node, node.rpc),
      wallet: this.#translated(node, node.wallet),
    };
  }

  /** What litecoinds take for a transaction of the chain: hexadecimal digits. */
  plainOf(bytes: Uint8Array): string {
    const { form } = this.#facts;
    const { txid, effect, inputs } = readTransaction(bytes, form);
    const { outputs } = RawOldTx.decode(outOfForm(bytes, form));
    const coins = inputs.map(({ coin }) => {
      const [id = '', at] = coin.split(':');
      const parent = this.#plain.get(id);
      const output = Number(at);
      const spent = parent?.outputs[output];
      if (parent === undefined || spent === undefined) throw new Error(`${coin} is not known`);
      return { name: coin, output, parent, value: spent.value };
    });
    const psbt = buildPayment(
      { coins: 'key-hash', form: undefined },
      coins,
      outputs.map(({ script, amount }) => ({ script, value: amount })),
    );
    const signed = this.#key.signPsbt(psbt);
    // Another one with the same effect stands for another one with the same effect.
    const others = [...this.#formed.values()].filter(
      (each) => each.txid !== txid && readTransaction(each.bytes, form).effect === effect,
    );
    const plain = readTransaction(others.length > 0 ? malleate(signed) : signed);
    this.#plain.set(txid, plain);
    this.#formed.set(plain.txid, { txid, bytes });
    return hexOf(plain.stripped);
  }

  /** The transaction that stands for one of litecoinds, by its bytes. */
  #formedOf(plainHex: string): { readonly txid: string; readonly bytes: Uint8Array } {
    const plain = readTransaction(bytesOf(plainHex));
    const known = this.#formed.get(plain.txid);
    if (known !== undefined) return known;
    const { version, inputs, outputs, lockTime } = RawTx.decode(bytesOf(plainHex));
    const own = RawOldTx.encode({
      version,
      lockTime,
      outputs,
      inputs: inputs.map(({ txid, ...rest }) => ({
        ...rest,
        txid: bytesOf(this.#formed.get(hexOf(txid))?.txid ?? hexOf(txid)),
      })),
    });
    const bytes = inForm(
      own,
      this.#facts.form,
      1_700_000_000 + (plain.stripped[plain.stripped.length - 40] ?? 0),
    );
    const { txid } = readTransaction(bytes, this.#facts.form);
    this.#plain.set(txid, plain);
    this.#formed.set(plain.txid, { txid, bytes });
    return { txid, bytes };
  }

  #translated({ wallet }: RailNode, rpc: NodeRpc): NodeRpc {
    const idOf = async (plainId: unknown): Promise<unknown> => {
      const known = this.#formed.get(String(plainId));
      if (known !== undefined) return known.txid;
      const said = await wallet.call('gettransaction', [plainId, true]);
      return said.kind === 'result' ? this.#formedOf(String((said.value as Answer)['hex'])).txid : plainId;
    };
    const entries = (listed: unknown): Promise<unknown[]> =>
      Promise.all((listed as Answer[]).map(async (each) => ({ ...each, txid: await idOf(each['txid']) })));
    const plainId = (id: unknown): unknown => this.#plain.get(String(id))?.txid ?? id;
    const readers: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
      listunspent: entries,
      listtransactions: entries,
      listsinceblock: async (value) => ({ transactions: await entries((value as Answer)['transactions']) }),
      getrawmempool: (value) => Promise.all((value as unknown[]).map(idOf)),
      getrawtransaction: async (value) => hexOf(this.#formedOf(String(value)).bytes),
      gettransaction: async (value) => {
        const said = value as Answer;
        const { bytes, txid } = this.#formedOf(String(said['hex']));
        const conflicts = await Promise.all((said['walletconflicts'] as unknown[]).map(idOf));
        return { ...said, txid, hex: hexOf(bytes), walletconflicts: conflicts };
      },
      getblock: async (value) => ({
        ...(value as Answer),
        tx: ((value as Answer)['tx'] as unknown[]).map((each) => this.#inBlock(each)),
      }),
      getblockchaininfo: async (value) => ({
        ...(value as Answer),
        consensus: { chaintip: this.#facts.branch, nextblock: this.#facts.branch },
      }),
    };
    const takesId = new Set(['gettransaction', 'gettxout', 'getmempoolentry', 'getrawtransaction']);
    return {
      call: async (method, params = [], options) => {
        const given = params as readonly unknown[];
        if (method === 'sendrawtransaction') {
          const bytes = bytesOf(String(given[0]));
          const said = await rpc.call(method, [this.plainOf(bytes)], options);
          return said.kind === 'result' ? result(readTransaction(bytes, this.#facts.form).txid) : said;
        }
        const said = await rpc.call(
          method,
          takesId.has(method) ? [plainId(given[0]), ...given.slice(1)] : given,
          options,
        );
        const read = readers[method];
        return read === undefined || said.kind !== 'result' ? said : result(await read(said.value));
      },
      close: () => rpc.close(),
    };
  }

  /** A transaction of a block, by its id or with what it spends; those that no wallet knows have the ids of litecoinds. */
  #inBlock(each: unknown): unknown {
    const idOf = (id: unknown): unknown => this.#formed.get(String(id))?.txid ?? id;
    if (typeof each === 'string') return idOf(each);
    const { txid, vin, version } = each as Answer;
    return {
      version,
      txid: idOf(txid),
      vin: (vin as Answer[]).map((input) => ({ ...input, txid: idOf(input['txid']) })),
    };
  }
}

/**
 * A signer that signs whatever it is asked to in the form of a chain, with something in the place of signatures; for an order a second time only over a
 * coin of the first.
 */
export function formSigner({ form }: RailFacts): Signer & { readonly asked: SignRequest[] } {
  const asked: SignRequest[] = [];
  const signed = new Map<string, SignedBytes[]>();
  const coinsOf = (bytes: Uint8Array) => readTransaction(bytes, form).inputs.map(({ coin }) => coin);
  const signedFor = (orderId: string | undefined): readonly SignedBytes[] => signed.get(orderId ?? '') ?? [];
  const sign: Signer['sign'] = async (request) => {
    asked.push(request);
    const bytes = filled(request.psbt, form);
    const claims = coinsOf(bytes);
    const before = request.orders.flatMap(({ orderId }) => signedFor(orderId));
    if (!before.every((each) => coinsOf(each.bytes).some((coin) => claims.includes(coin))))
      return { kind: 'refused', why: 'no-shared-claim' };
    for (const { orderId } of request.orders)
      if (orderId !== undefined) signed.set(orderId, [...signedFor(orderId), { bytes, isOfAnother: false }]);
    return { kind: 'signed', bytes };
  };
  return { asked, sign, cancel: sign, sweep: sign, signedFor: async ({ orderId }) => signedFor(orderId) };
}
