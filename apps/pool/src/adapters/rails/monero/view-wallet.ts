import {
  fieldsOf,
  flag,
  hex,
  list,
  printedHash,
  text,
  UnreadableAnswer,
  wholeNumber,
  type Fields,
} from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { KeyImage } from '@openlode/signing/messages';
import { WalletShort } from '../../../domain/kernel/wallet-short.ts';
import { isViewKeyOf, type Payer } from './read-payment.ts';

/** An output that the wallet counts as its own. */
export interface WalletOutput {
  /** Empty where the wallet does not know it: then it does not see whether the output is spent. */
  readonly image: string;
  /** In 10^-12 XMR. */
  readonly value: bigint;
  readonly key: Uint8Array;
  /** Its number among all outputs of the chain. */
  readonly index: number;
  readonly txid: string;
  readonly height: number;
  /** Ten blocks stand on it, sixty on that of a block. */
  readonly isUnlocked: boolean;
  /** The wallet does not spend it. */
  readonly isFrozen: boolean;
  readonly isSpent: boolean;
}

export interface SentTransfer {
  readonly txid: string;
  /** Of its block, ms. */
  readonly at: number;
}

export interface Destination {
  readonly address: string;
  /** In 10^-12 XMR. */
  readonly amount: bigint;
}

export interface UnsignedTransfer {
  /** In hex. */
  readonly unsigned: string;
  /** In 10^-12 XMR. */
  readonly fee: bigint;
}

/** It reads blocks, or all of its outputs. */
const slowMs = 60_000;
/** `WALLET_RPC_ERROR_CODE_NOT_ENOUGH_MONEY`, and of what is unlocked. */
const [shortOfMoney, shortOfUnlocked] = [-17, -37] as const;
/** `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS` */
const wrongAddress = -2;

/** A wallet of `monero-wallet-rpc` that watches the pool's address and can spend nothing. Every call throws `UnreadableAnswer` where it does not answer. */
export class ViewWallet {
  readonly #rpc: NodeRpc;

  constructor(rpc: NodeRpc) {
    this.#rpc = rpc;
  }

  /** What it has to be, in words for an operator; undefined where it is that. */
  async fault(address: string): Promise<string | undefined> {
    const own = text(await this.#ask('get_address', { account_index: 0 }), 'address');
    if (own !== address) return `it is the wallet of ${own}`;
    const secret = await this.#rpc.call('query_key', { key_type: 'spend_key' });
    if (secret.kind === 'refused') return undefined;
    valueOf(secret);
    return 'it holds the key that spends: make one of address and view key only (generate_from_keys)';
  }

  /** @throws UnreadableAnswer where it cannot be relied on */
  async requireWatching(address: string): Promise<void> {
    const fault = await this.fault(address);
    if (fault !== undefined) throw new UnreadableAnswer(`the wallet cannot be used: ${fault}`);
  }

  /**
   * The account with the secret with which it sees what it receives.
   *
   * @throws UnreadableAnswer where that is the secret of another one
   */
  async payer(address: string): Promise<Payer> {
    const viewKey = hex(await this.#ask('query_key', { key_type: 'view_key' }), 'key', 32);
    if (!isViewKeyOf(viewKey, address)) throw new UnreadableAnswer('its view key is not that of the address');
    return { address, viewKey };
  }

  /** Whether an address is one of its account: its primary one, or one of the further ones that it looks for. */
  async hasAddress(address: string): Promise<boolean> {
    const outcome = await this.#rpc.call('get_address_index', { address });
    if (outcome.kind === 'refused' && outcome.code === wrongAddress) return false;
    valueOf(outcome);
    return true;
  }

  /** Reads on to its node's newest block; answers the height of the last one that it has read. */
  async refresh(): Promise<number> {
    await this.#ask('refresh', {}, slowMs);
    return wholeNumber(await this.#ask('get_height'), 'height') - 1;
  }

  /** All that came to it, spent or not. */
  async outputs(): Promise<readonly WalletOutput[]> {
    const given = { transfer_type: 'all', account_index: 0 };
    const { transfers = [] } = await this.#ask('incoming_transfers', given, slowMs);
    return list({ transfers }, 'transfers').map((each) => readOutput(fieldsOf(each, 'an output')));
  }

  /** Blocks until all that it has can be spent; 0 where it can now. */
  async blocksToUnlock(): Promise<number> {
    return wholeNumber(await this.#ask('get_balance', { account_index: 0 }), 'blocks_to_unlock');
  }

  /** All of its outputs, as a wallet without a network needs them. */
  async exportOutputs(): Promise<string> {
    return text(await this.#ask('export_outputs', { all: true }, slowMs), 'outputs_data_hex');
  }

  /** Of all outputs, in the order of `exportOutputs`. */
  async importImages(images: readonly KeyImage[]): Promise<void> {
    const signed = images.map(({ image, signature }) => ({ key_image: image, signature }));
    await this.#ask('import_key_images', { signed_key_images: signed, offset: 0 }, slowMs);
  }

  async freeze(image: string, isFrozen: boolean): Promise<void> {
    await this.#ask(isFrozen ? 'freeze' : 'thaw', { key_image: image });
  }

  /**
   * Builds what pays these out of what is not frozen, and sends nothing.
   *
   * @throws WalletShort where that is too little
   */
  async transfer(destinations: readonly Destination[]): Promise<UnsignedTransfer> {
    const given = {
      destinations: destinations.map(({ address, amount }) => ({ address, amount: safeNumber(amount) })),
      account_index: 0,
      do_not_relay: true,
      get_tx_metadata: false,
    };
    const outcome = await this.#rpc.call('transfer', given, { withinMs: slowMs });
    if (outcome.kind === 'refused' && (outcome.code === shortOfMoney || outcome.code === shortOfUnlocked))
      throw new WalletShort(`the wallet has too little that it can spend: ${outcome.why}`);
    const fields = fieldsOf(valueOf(outcome), 'transfer');
    const unsigned = text(fields, 'unsigned_txset');
    if (!/^(?:[0-9a-f]{2})+$/.test(unsigned)) throw new UnreadableAnswer('it builds nothing to be signed');
    return { unsigned, fee: BigInt(wholeNumber(fields, 'fee')) };
  }

  /** What has left it in blocks. */
  async sent(): Promise<readonly SentTransfer[]> {
    const { out = [] } = await this.#ask('get_transfers', { out: true, account_index: 0 }, slowMs);
    return list({ out }, 'out').map((each) => {
      const fields = fieldsOf(each, 'a transfer');
      return { txid: printedHash(fields, 'txid'), at: wholeNumber(fields, 'timestamp') * 1000 };
    });
  }

  async #ask(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    withinMs?: number,
  ): Promise<Fields> {
    const outcome = await this.#rpc.call(method, params, withinMs === undefined ? {} : { withinMs });
    return fieldsOf(valueOf(outcome), method);
  }
}

function readOutput(fields: Fields): WalletOutput {
  const image = text(fields, 'key_image');
  return {
    image: image === '' ? '' : printedHash(fields, 'key_image'),
    value: BigInt(wholeNumber(fields, 'amount')),
    key: hex(fields, 'pubkey', 32),
    index: wholeNumber(fields, 'global_index'),
    txid: printedHash(fields, 'tx_hash'),
    height: wholeNumber(fields, 'block_height'),
    isUnlocked: flag(fields, 'unlocked'),
    isFrozen: flag(fields, 'frozen'),
    isSpent: flag(fields, 'spent'),
  };
}

/** 9,007 XMR and more in one payment cannot be told to a wallet exactly. */
function safeNumber(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError('the payment is larger than a wallet can be told');
  return Number(amount);
}
