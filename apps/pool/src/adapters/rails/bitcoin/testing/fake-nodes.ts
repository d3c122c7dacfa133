import { addressOfScript } from '@openlode/mining/address-payment';
import { RawOldTx } from '@scure/btc-signer/script.js';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { bitcoinChains } from '../../../chains/bitcoin/chain-facts.ts';
import { addressBook } from '../address-book.ts';
import type { RailNode } from '../rail-node.ts';
import { readTransaction } from '../read-transaction.ts';

const unknown: RpcOutcome = { kind: 'refused', code: -5, why: 'not known' };
const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });

/** A transaction that pays one output to a script, as hexadecimal digits; `seed` makes it another one. */
export function depositOf(
  script: Uint8Array,
  value: bigint,
  seed: number,
): { readonly txid: string; readonly hex: string } {
  const bytes = RawOldTx.encode({
    version: 2,
    inputs: [
      { txid: new Uint8Array(32).fill(seed), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 },
    ],
    outputs: [{ amount: value, script }],
    lockTime: 0,
  });
  return { txid: readTransaction(bytes).txid, hex: Buffer.from(bytes).toString('hex') };
}

export interface FakeCoin {
  readonly txid: string;
  readonly hex: string;
  readonly value: bigint;
}

/** What one node and its wallet answer; a suite changes it. */
export class FakeNode {
  readonly name: string;
  /** What its wallet lists, and what its chain has. */
  listed: readonly FakeCoin[] = [];
  /** In which it names amounts. */
  decimals = 8;
  unspent: ReadonlySet<string> = new Set();
  /** By method; takes the place of what it would answer. */
  readonly answers = new Map<string, (params: readonly unknown[]) => RpcOutcome>();
  readonly calls: string[] = [];
  readonly #script: string;

  constructor(name: string, script: Uint8Array) {
    this.name = name;
    this.#script = Buffer.from(script).toString('hex');
  }

  get railNode(): RailNode {
    const rpc: NodeRpc = {
      call: async (method, params = []) => {
        this.calls.push(method);
        const given = params as readonly unknown[];
        return this.answers.get(method)?.(given) ?? this.#usual(method, given);
      },
      close: () => undefined,
    };
    return { name: this.name, rpc, wallet: rpc };
  }

  #usual(method: string, [first]: readonly unknown[]): RpcOutcome {
    switch (method) {
      case 'getblockhash':
        return result('530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9');
      case 'getblockchaininfo':
        return result({
          chain: 'regtest',
          blocks: 200,
          headers: 200,
          bestblockhash: 'aa'.repeat(32),
          initialblockdownload: false,
        });
      case 'getnetworkinfo':
        return result({ connections: 1, subversion: '/fake/' });
      case 'getwalletinfo':
        return result({ private_keys_enabled: false, scanning: false });
      case 'getaddressinfo':
        return result({ iswatchonly: true, ischange: false });
      case 'estimatesmartfee':
        return result({ errors: ['too little data'] });
      case 'getmempoolinfo':
        return result({ mempoolminfee: 0.00001 });
      case 'listunspent':
        return result(
          this.listed.map(({ txid, value }) => ({
            txid,
            vout: 0,
            scriptPubKey: this.#script,
            amount: Number(value) / 10 ** this.decimals,
          })),
        );
      case 'gettxout':
        return result(this.unspent.has(String(first)) ? { confirmations: 9, coinbase: false } : null);
      case 'getbestblockhash':
        return result('aa'.repeat(32));
      case 'listsinceblock':
        return result({ transactions: [] });
      case 'gettransaction': {
        const known = this.listed.find(({ txid }) => txid === first);
        return known === undefined ? unknown : result({ hex: known.hex });
      }
      default:
        return unknown;
    }
  }
}

export const litecoinFacts = factsOf('LTC');

function factsOf(asset: string): (typeof bitcoinChains)[number] {
  const facts = bitcoinChains.find((each) => each.asset === asset);
  if (facts === undefined) throw new Error(`there are no facts of ${asset}`);
  return facts;
}

/** The script of an own address of the test network. */
export function scriptOfOwn(address: string): Uint8Array {
  const { regtest, main } = litecoinFacts.networks;
  return addressBook([address], regtest.addresses, main.addresses).changeScript;
}

/** As miners spell it. */
export function spelledByMiners(script: Uint8Array): string {
  return addressOfScript(litecoinFacts.networks.main.addresses, script) ?? '';
}
