import { payer, type RecordedPayment } from '../../../../../../../testing/monero-payments.ts';
import type { NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { moneroFacts } from '../../../chains/monero/chain-facts.ts';
import type { MoneroNode } from '../monero-node.ts';
import { imagesOf } from '../read-transaction.ts';
import type { MoneroSigner } from '../signer.ts';

type Given = Readonly<Record<string, unknown>>;
type Answer = (given: Given) => unknown;

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** A refusal of a wallet. */
class Refusal {
  readonly code: number;
  readonly why: string;

  constructor(code: number, why: string) {
    this.code = code;
    this.why = why;
  }
}

function rpcOf(answers: ReadonlyMap<string, Answer>, path?: string): NodeRpc {
  return {
    async call(method: string, params: Params = {}): Promise<RpcOutcome> {
      const answer = answers.get(path ?? method);
      if (answer === undefined) return { kind: 'unanswered', why: `nothing answers ${path ?? method}` };
      const value = answer(params as Given);
      return value instanceof Refusal
        ? { kind: 'refused', code: value.code, why: value.why }
        : { kind: 'result', value };
    },
    close: () => undefined,
  };
}

const hashOf = (height: number): string => height.toString(16).padStart(64, '0');

/** A node of a test network whose blocks a suite fills. */
export class FakeNode implements MoneroNode {
  readonly name: string;
  readonly network = 'regtest';
  readonly answers = new Map<string, Answer>();
  readonly rpc = rpcOf(this.answers);
  readonly paths = {
    get_transactions: rpcOf(this.answers, 'get_transactions'),
    is_key_image_spent: rpcOf(this.answers, 'is_key_image_spent'),
    get_outs: rpcOf(this.answers, 'get_outs'),
    get_transaction_pool: rpcOf(this.answers, 'get_transaction_pool'),
    send_raw_transaction: rpcOf(this.answers, 'send_raw_transaction'),
  };
  height = 200;
  peers = 1;
  /** What is in blocks, by their height. */
  readonly blocks = new Map<number, RecordedPayment[]>();
  waiting: RecordedPayment[] = [];
  /** In 10^-12 XMR. */
  feePerByte = 20_000;
  /** Of the outputs of the chain, in the order of their numbers. */
  outputKeys: string[] = [];
  /** Of these numbers. */
  readonly locked = new Set<number>();

  constructor(name: string) {
    this.name = name;
    const answer = (call: string, said: (given: Given) => Given): unknown =>
      this.answers.set(call, (given) => ({ status: 'OK', ...said(given) }));
    answer('get_info', () => ({
      nettype: 'fakechain',
      height: this.height + 1,
      top_block_hash: hashOf(this.height),
      target_height: 0,
      synchronized: true,
      offline: false,
      incoming_connections_count: this.peers,
      outgoing_connections_count: 0,
      version: '0.18.0.0',
      adjusted_time: 0,
    }));
    answer('get_block_header_by_height', () => ({ block_header: { hash: moneroFacts.genesis } }));
    answer('get_block', ({ height }) => ({
      block_header: { hash: hashOf(Number(height)), timestamp: Number(height) },
      tx_hashes: (this.blocks.get(Number(height)) ?? []).map(({ txid }) => txid),
    }));
    answer('get_transactions', ({ txs_hashes: wanted }) => ({ txs: this.#known(wanted as string[]) }));
    answer('is_key_image_spent', ({ key_images: images }) => ({
      spent_status: (images as string[]).map((image) => this.#stateOf(image)),
    }));
    answer('get_outs', ({ outputs }) => ({
      outs: (outputs as { index: number }[]).map(({ index }) => ({
        key: this.outputKeys[index],
        unlocked: !this.locked.has(index),
      })),
    }));
    answer('get_transaction_pool', () => ({
      spent_key_images: this.waiting.flatMap(({ raw, txid }) =>
        imagesOf(bytesOf(raw)).map((image) => ({ id_hash: image, txs_hashes: [txid] })),
      ),
    }));
    answer('send_raw_transaction', () => ({}));
    answer('get_fee_estimate', () => ({ fee: this.feePerByte }));
  }

  #known(wanted: readonly string[]): readonly Given[] {
    const mined = [...this.blocks].flatMap(([height, all]) => all.map((each) => ({ ...each, height })));
    return [...mined, ...this.waiting.map((each) => ({ ...each, height: undefined }))]
      .filter(({ txid }) => wanted.includes(txid))
      .map(({ txid, raw, height }) => ({
        tx_hash: txid,
        as_hex: raw,
        in_pool: height === undefined,
        ...(height !== undefined && { block_height: height }),
      }));
  }

  #stateOf(image: string): number {
    const has = ({ raw }: RecordedPayment): boolean => imagesOf(bytesOf(raw)).includes(image);
    if ([...this.blocks.values()].flat().some(has)) return 1;
    return this.waiting.some(has) ? 2 : 0;
  }
}

/** An output that the fake wallet has. */
export interface FakeOutput {
  readonly image: string;
  /** In 10^-12 XMR. */
  readonly amount: number;
  isFrozen: boolean;
  unlocked: boolean;
  spent?: boolean;
  /** Of its block. */
  height?: number;
  /** Of its transaction, and its own; made up where they are left out. */
  txid?: string;
  key?: string;
}

/** A wallet that watches an account: the payer of the recorded payments where no other is named. */
export class FakeWallet {
  readonly answers = new Map<string, Answer>();
  readonly rpc = rpcOf(this.answers);
  readonly asked: string[] = [];
  height = 200;
  outputs: FakeOutput[] = [];
  sent: { txid: string; timestamp: number }[] = [];
  fee = 3_000_000_000;
  blocksToUnlock = 0;
  /** Further addresses of its account. */
  further: readonly string[] = [];

  constructor(account: { readonly address: string; readonly viewKey: string } = payer) {
    const answer = (call: string, said: Answer): unknown =>
      this.answers.set(call, (given) => {
        this.asked.push(call);
        return said(given);
      });
    answer('get_address', () => ({ address: account.address }));
    answer('query_key', ({ key_type: type }) =>
      type === 'view_key' ? { key: account.viewKey } : new Refusal(-29, 'The wallet is watch-only.'),
    );
    answer('get_address_index', ({ address }) =>
      this.further.includes(String(address))
        ? { index: { major: 0, minor: 1 } }
        : new Refusal(-2, "Address doesn't belong to the wallet"),
    );
    answer('refresh', () => ({}));
    answer('get_balance', () => ({ blocks_to_unlock: this.blocksToUnlock }));
    answer('get_height', () => ({ height: this.height + 1 }));
    answer('incoming_transfers', () => ({
      transfers: this.outputs.map((each, at) => this.#transfer(each, at)),
    }));
    answer('freeze', ({ key_image: image }) => this.#freeze(image, true));
    answer('thaw', ({ key_image: image }) => this.#freeze(image, false));
    answer('transfer', ({ destinations }) => this.#build(destinations as { amount: number }[]));
    answer('get_transfers', () => ({ out: this.sent }));
    answer('export_outputs', () => ({ outputs_data_hex: 'cd' }));
    answer('import_key_images', () => ({}));
  }

  #build(destinations: readonly { readonly amount: number }[]): unknown {
    const free = this.outputs.filter(
      ({ isFrozen, unlocked, spent }) => !isFrozen && unlocked && spent !== true,
    );
    const [has, needs] = [free, destinations].map((each) =>
      each.reduce((sum, { amount }) => sum + amount, 0),
    );
    if ((has ?? 0) < (needs ?? 0) + this.fee) return new Refusal(-17, 'not enough money');
    return { unsigned_txset: 'ab', fee: this.fee };
  }

  static keyOf(at: number): string {
    return at.toString(16).padStart(64, '0');
  }

  #transfer(
    { image, amount, isFrozen, unlocked, spent = false, height = 100, txid, key }: FakeOutput,
    at: number,
  ): Given {
    return {
      key_image: image,
      amount,
      pubkey: key ?? FakeWallet.keyOf(at),
      global_index: at,
      tx_hash: txid ?? 'ee'.repeat(32),
      block_height: height,
      unlocked,
      frozen: isFrozen,
      spent,
    };
  }

  #freeze(image: unknown, isFrozen: boolean): Given {
    for (const each of this.outputs) if (each.image === image) each.isFrozen = isFrozen;
    return {};
  }
}

/** A signer that signs what was recorded, whatever it is asked. */
export class FakeSigner implements MoneroSigner {
  answer: RecordedPayment;
  readonly signed: RecordedPayment[] = [];
  /** How often it was asked for a sweep. */
  swept = 0;
  /** Of before. */
  before: RecordedPayment[] = [];

  constructor(answer: RecordedPayment) {
    this.answer = answer;
  }

  async sign(): ReturnType<MoneroSigner['sign']> {
    this.signed.push(this.answer);
    return { kind: 'signed', ...signedOf(this.answer) };
  }

  async sweep(): ReturnType<MoneroSigner['sweep']> {
    this.swept += 1;
    return this.sign();
  }

  async signedFor(): ReturnType<MoneroSigner['signedFor']> {
    return this.before.map((each) => ({ ...signedOf(each), isOfAnother: false }));
  }

  async signedAs(txid: string): ReturnType<MoneroSigner['signedAs']> {
    const found = [...this.signed, ...this.before].find((each) => each.txid === txid);
    return found && { ...signedOf(found), payees: found.orders.map(({ address }) => address) };
  }

  async keyImages(): ReturnType<MoneroSigner['keyImages']> {
    return [];
  }
}

const signedOf = ({ raw, keys }: RecordedPayment) => ({ bytes: bytesOf(raw), keys: bytesOf(keys) });
