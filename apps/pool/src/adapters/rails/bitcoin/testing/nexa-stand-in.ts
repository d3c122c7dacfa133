import { RawTx } from '@scure/btc-signer/script.js';
import { nexaOf } from '../../../../../../../testing/nexa-form.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { buildPayment } from '../build-payment.ts';
import { makerOf } from '../coin-names.ts';
import type { RailNode } from '../rail-node.ts';
import { type ReadTransaction, readTransaction } from '../read-transaction.ts';
import type { KeySigner } from './key-signer.ts';
import { malleate } from './malleate.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });
const notKnown = refused(-5, 'Invalid or non-wallet transaction id');
type Answer = Record<string, unknown>;

/** A transaction of litecoinds, and the one of Nexa that it stands for: its id is the other one's, and its idem that of the bytes. */
interface Pair {
  readonly plain: ReadTransaction;
  readonly bytes: Uint8Array;
  readonly idem: string;
  readonly outpoints: readonly string[];
}

/** What begins the help of each call that a rail asks, as of src/rpc and src/wallet of Nexa 1.2. */
export const nexaHelp = [
  'estimatesmartfee nblocks',
  'getbestblockhash',
  'getblock hash_or_height ( verbosity ) ( tx_count )',
  'getblockchaininfo',
  'getblockcount',
  'getblockhash index',
  'getblockheader "hash" ( verbose )',
  'getnetworkinfo',
  'getrawtransaction "tx id or idem" ( verbose "blockhash" )',
  'gettransaction "txid" ( includeWatchonly )',
  'gettxout "txidem" n ( includetxpool )',
  'gettxpoolentry txid',
  'gettxpoolinfo',
  'getwalletinfo',
  'listsinceblock ( "blockhash" target-confirmations includeWatchonly)',
  'listtransactions ( "account" count from includeWatchonly)',
  'listunspent ( minconf maxconf  ["address",...] )',
  'sendrawtransaction "hexstring" ( allowhighfees, allownonstandard, alloworphans, verbose )',
  'validateaddress "address"',
];

/**
 * Nexa over litecoinds: each of its transactions stands for one of theirs, with the same coins, payments and depth, and its nodes answer in their own names
 * and by their own ids. What is sent is signed again for litecoinds, so that they judge coins and amounts, and not signatures. No node of Nexa was asked.
 */
export class NexaStandIn {
  readonly #key: KeySigner;
  /** By the id at litecoinds. */
  readonly #pairs = new Map<string, Pair>();

  constructor(key: KeySigner) {
    this.#key = key;
  }

  /** A node with its one wallet under its address. */
  over(node: RailNode): RailNode {
    const rpc: NodeRpc = {
      call: async (method, params = []) => {
        if (method === 'help') return result(nexaHelp.join('\n'));
        if (!nexaHelp.some((line) => line.split(' ')[0] === method))
          return refused(-32_601, 'Method not found');
        return this.#answer(node, method, params as readonly unknown[]);
      },
      close: () => node.rpc.close(),
    };
    const noPath: NodeRpc = {
      call: async () => ({ kind: 'unanswered', why: 'status 404 without a word' }),
      close: () => node.wallet.close(),
    };
    return { name: node.name, form: 'nexa', rpc, wallet: noPath };
  }

  /** What litecoinds take for a transaction of Nexa: hexadecimal digits. One with the same idem as another one is another one for them too. */
  plainOf(bytes: Uint8Array): string {
    const { inputs, outputs, txid: idem } = readTransaction(bytes, 'nexa');
    const before = this.#of(idem).find((pair) => Buffer.from(pair.bytes).equals(bytes));
    if (before !== undefined) return hexOf(before.plain.stripped);
    const coins = inputs.map(({ coin }) => {
      // Of several with one idem the newest is that which suites have a block take.
      for (const { plain, outpoints } of [...this.#pairs.values()].toReversed()) {
        const output = outpoints.indexOf(makerOf(coin));
        const spent = plain.outputs[output];
        if (spent !== undefined) return { name: coin, output, parent: plain, value: spent.value };
      }
      throw new Error(`${coin} is not known`);
    });
    const signed = this.#key.signPsbt(buildPayment({ coins: 'key-hash', form: undefined }, coins, outputs));
    const plain = readTransaction(this.#of(idem).length > 0 ? malleate(signed) : signed);
    this.#keep(plain, bytes);
    return hexOf(plain.stripped);
  }

  #of(idem: string): readonly Pair[] {
    return [...this.#pairs.values()].filter((pair) => pair.idem === idem);
  }

  #keep(plain: ReadTransaction, bytes: Uint8Array): Pair {
    const { txid: idem, made = [] } = readTransaction(bytes, 'nexa');
    const pair = { plain, bytes, idem, outpoints: made.map(makerOf) };
    this.#pairs.set(plain.txid, pair);
    return pair;
  }

  #pairOf(plainHex: string): Pair {
    const plain = readTransaction(bytesOf(plainHex));
    const known = this.#pairs.get(plain.txid);
    if (known !== undefined) return known;
    const { inputs, outputs, lockTime } = RawTx.decode(bytesOf(plainHex));
    // The reward of a block spends nothing: its own id in that place makes it another one than the next.
    const spent = inputs.map((input) => ({
      ...input,
      txid: bytesOf(this.#pairs.get(hexOf(input.txid))?.outpoints[input.index] ?? plain.txid),
    }));
    return this.#keep(plain, nexaOf({ inputs: spent, outputs, lockTime }));
  }

  /** That of the wallet of a node with this id at litecoinds. */
  async #inWallet({ wallet }: RailNode, plainId: string): Promise<{ pair: Pair; said: Answer } | undefined> {
    const said = await wallet.call('gettransaction', [plainId, true]);
    if (said.kind !== 'result') return undefined;
    const fields = said.value as Answer;
    return { pair: this.#pairOf(String(fields['hex'])), said: fields };
  }

  async #entries(node: RailNode, listed: unknown): Promise<unknown> {
    return Promise.all(
      (listed as Answer[]).map(async ({ blockheight: _height, ...each }) => {
        const { pair } = (await this.#inWallet(node, String(each['txid']))) ?? {};
        if (pair === undefined) throw new Error('a wallet lists what it does not have');
        return { ...each, txidem: pair.idem, outpoint: pair.outpoints[Number(each['vout'])] };
      }),
    );
  }

  /** By an id, an idem or an outpoint; of several with one idem that in a block. */
  async #transaction(node: RailNode, name: string): Promise<RpcOutcome> {
    const pairs = [...this.#pairs.values()].filter(
      ({ plain, idem, outpoints }) => plain.txid === name || idem === name || outpoints.includes(name),
    );
    const known: { readonly pair: Pair; readonly said: Answer }[] = [];
    for (const { plain } of pairs) {
      const each = await this.#inWallet(node, plain.txid);
      if (each !== undefined) known.push(each);
    }
    const found = known.find(({ said }) => Number(said['confirmations']) > 0) ?? known.at(-1);
    if (found === undefined) return notKnown;
    const { blockheight: _height, ...said } = found.said;
    return result({ ...said, txidem: found.pair.idem, hex: hexOf(found.pair.bytes) });
  }

  /** The first answer of a node about one of the transactions with this idem that is one. */
  async #first(idem: unknown, ask: (plainId: string) => Promise<RpcOutcome>): Promise<RpcOutcome> {
    for (const { plain } of this.#of(String(idem))) {
      const said = await ask(plain.txid);
      if (said.kind === 'result' && said.value !== null) return said;
    }
    return notKnown;
  }

  #inBlock(each: Answer): Answer {
    const { txid, vin } = each;
    return {
      txid,
      txidem: this.#pairs.get(String(txid))?.idem ?? txid,
      vin: (vin as Answer[]).map(({ coinbase, txid: made, vout }) =>
        coinbase === undefined
          ? { outpoint: this.#pairs.get(String(made))?.outpoints[Number(vout)] ?? made }
          : { coinbase },
      ),
    };
  }

  async #answer(node: RailNode, method: string, given: readonly unknown[]): Promise<RpcOutcome> {
    const [first] = given;
    const mapped = async (
      said: Promise<RpcOutcome>,
      read: (value: Answer) => unknown,
    ): Promise<RpcOutcome> => {
      const outcome = await said;
      return outcome.kind === 'result' ? result(await read(outcome.value as Answer)) : outcome;
    };
    switch (method) {
      case 'estimatesmartfee':
        return result({ feerate: -1, blocks: 1 });
      case 'getblock':
        return mapped(node.rpc.call(method, [first, 2]), ({ tx, ...block }) => {
          const all = (tx as Answer[]).map((each) => this.#inBlock(each));
          const [txid, txidem] = [all.map((each) => each['txid']), all.map((each) => each['txidem'])];
          return given[1] === 2 ? { ...block, tx: all } : { ...block, txid, txidem };
        });
      case 'gettxpoolentry':
        return this.#first(first, (id) => node.rpc.call('getmempoolentry', [id]));
      case 'gettxpoolinfo':
        return mapped(node.rpc.call('getmempoolinfo'), ({ size, mempoolminfee }) => ({
          size,
          txpoolminfee: mempoolminfee,
        }));
      case 'getrawtransaction': {
        const raw = await this.#first(first, (id) => node.rpc.call(method, [id, ...given.slice(1)]));
        return raw.kind === 'result' ? result(hexOf(this.#pairOf(String(raw.value)).bytes)) : raw;
      }
      case 'gettransaction':
        return this.#transaction(node, String(first));
      case 'gettxout': {
        const said = await this.#first(first, (id) => node.rpc.call(method, [id, ...given.slice(1)]));
        return said === notKnown ? result(null) : said;
      }
      case 'getwalletinfo':
        return mapped(node.wallet.call(method), ({ txcount }) => ({ txcount }));
      case 'listunspent':
        if (given.length > 3) return refused(-1, method);
        return mapped(node.wallet.call(method, given), (value) => this.#entries(node, value));
      case 'listtransactions':
        return mapped(node.wallet.call(method, given), (value) => this.#entries(node, value));
      case 'listsinceblock':
        return mapped(node.wallet.call(method, given), async ({ transactions }) => ({
          transactions: await this.#entries(node, transactions),
        }));
      case 'sendrawtransaction': {
        const bytes = bytesOf(String(first));
        const { txid } = readTransaction(bytes, 'nexa');
        return mapped(node.rpc.call(method, [this.plainOf(bytes)]), () => txid);
      }
      case 'validateaddress':
        return mapped(
          node.wallet.call('getaddressinfo', given),
          ({ address, ismine, iswatchonly, labels }) => ({
            isvalid: true,
            address,
            ismine,
            iswatchonly,
            account: (labels as unknown[])[0],
          }),
        );
      default:
        return node.rpc.call(method, given);
    }
  }
}
