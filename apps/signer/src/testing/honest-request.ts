import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { outputScript } from '@openlode/mining/address-payment';
import { buildPsbt } from '../../../../testing/build-psbt.ts';
import { nexaOf } from '../../../../testing/nexa-form.ts';
import { readPreviousNexa } from '../families/bitcoin/nexa-transaction.ts';
import type { Order, SignRequest } from '@openlode/signing/messages';
import { bitcoinNetwork } from '../families/bitcoin/networks.ts';
import { describeBitcoinKey } from '../families/bitcoin/keys.ts';

export const network = 'LTC-regtest';

/** Keys of the signer, and one that is not its own. */
export const [firstKey, secondKey, foreignKey] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

export const addressOf = (key: Uint8Array, on = network): string => describeBitcoinKey(on, key).address;

const base58 = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
const hash = new Uint8Array(20).fill(7);

/** Addresses of miners: a witness key hash, a script hash, and a key hash. */
export const miners = [
  'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
  base58.encode(Uint8Array.of(0x3a, ...hash)),
  base58.encode(Uint8Array.of(0x6f, ...hash)),
] as const;

/** The same on a network without witnesses, whose keys are hashed. */
export const keyHashNetwork = 'DOGE-regtest';
export const keyHashMiners = [
  base58.encode(Uint8Array.of(0x6f, ...new Uint8Array(20).fill(8))),
  base58.encode(Uint8Array.of(0xc4, ...hash)),
  base58.encode(Uint8Array.of(0x6f, ...hash)),
] as const;

export const scriptOfAddress = (address: string, on = network): Uint8Array => {
  const script = outputScript(bitcoinNetwork(on).addresses, address);
  if (script === undefined) throw new Error(`${address} is no address`);
  return script;
};

export interface Coin {
  readonly key: Uint8Array;
  readonly amount: bigint;
  /** Makes its transaction another one. */
  readonly seed: number;
  /** Left out for Litecoin's. */
  readonly on?: string;
}

export interface Draft {
  readonly coins: readonly Coin[];
  readonly outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[];
  readonly version?: number;
  readonly lockTime?: number;
  readonly sequence?: number;
  /** Of a network whose transactions say when they were made; left out for the moment of the youngest coin. */
  readonly time?: number;
}

/** When the transaction that made a coin was made, as it says where its network has such a time, in seconds since 1970. */
export const timeOf = ({ seed }: Coin): number => 1_700_000_000 + seed;

/** The bytes of a transaction of Bitcoin in the form that those of the network have: with a time behind the version, or as of Zcash's fourth version. */
function inForm(bytes: Uint8Array, on: string, time: number, amounts: readonly bigint[] = []): Uint8Array {
  const { form } = bitcoinNetwork(on);
  if (form === undefined) return bytes;
  if (form === 'nexa') return nexaOf(RawOldTx.decode(bytes), amounts);
  if (form === 'sapling')
    return Uint8Array.of(4, 0, 0, 0x80, 0x85, 0x20, 0x2f, 0x89, ...bytes.subarray(4), ...new Uint8Array(15));
  const written = Buffer.alloc(4);
  written.writeUInt32LE(time);
  return Uint8Array.of(...bytes.subarray(0, 4), ...written, ...bytes.subarray(4));
}

/** Of a miner, where an address of another network is none. */
const minerKey = new Uint8Array(32).fill(9);

/** The transaction that made a coin: the coin is its second output. */
export function previousOf(coin: Coin): Uint8Array {
  const { key, amount, seed, on = network } = coin;
  const bytes = RawOldTx.encode({
    version: 2,
    inputs: [
      {
        txid: createHash('sha256').update(`seed ${seed}`).digest(),
        index: 0,
        finalScriptSig: new Uint8Array(),
        sequence: 0xffffffff,
      },
    ],
    outputs: [
      { amount: 1000n, script: scriptOfAddress(on === network ? miners[0] : addressOf(minerKey, on), on) },
      { amount, script: scriptOfAddress(addressOf(key, on), on) },
    ],
    lockTime: 0,
  });
  return inForm(bytes, on, timeOf(coin));
}

export const txidOf = (bytes: Uint8Array): string => {
  const hash = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return hash(hash(bytes)).reverse().toString('hex');
};

export const claimOf = (coin: Coin): string => (isOfNexa(coin) ? `${nameOf(coin)}:0` : `${nameOf(coin)}:1`);

const isOfNexa = ({ on = network }: Coin): boolean => bitcoinNetwork(on).form === 'nexa';

/** What an input names: the transaction that made the coin, or of Nexa the coin itself. */
const nameOf = (coin: Coin): string => {
  const bytes = previousOf(coin);
  return (isOfNexa(coin) ? readPreviousNexa(bytes).outpoints?.[1] : undefined) ?? txidOf(bytes);
};

export function unsignedOf({
  coins,
  outputs,
  version = 2,
  lockTime = 0,
  sequence = 0xfffffffd,
  time = Math.max(...coins.map(timeOf)),
}: Draft): Uint8Array {
  const bytes = RawOldTx.encode({
    version,
    inputs: coins.map((coin) => ({
      txid: Buffer.from(nameOf(coin), 'hex'),
      index: 1,
      finalScriptSig: new Uint8Array(),
      sequence,
    })),
    outputs: outputs.map(({ amount, script }) => ({ amount, script })),
    lockTime,
  });
  const amounts = coins.map(({ amount }) => amount);
  return inForm(bytes, coins[0]?.on ?? network, time, amounts);
}

export function psbtOf(draft: Draft): string {
  return Buffer.from(
    buildPsbt(unsignedOf(draft), draft.coins.map(previousOf), draft.outputs.length),
  ).toString('base64');
}

export const coin = (seed: number, amount = 100_000_000n, key = firstKey, on = network): Coin => ({
  seed,
  amount,
  key,
  on,
});

export const order = (payoutId: string, amount: bigint, address: string = miners[0]): Order => ({
  payoutId,
  address,
  amount,
});

/** Outputs of orders, and the change to the newest key that is left of the coins after a fee. */
export function draftOf(coins: readonly Coin[], orders: readonly Order[], fee = 1000n): Draft {
  const paid = orders.reduce((sum, { amount }) => sum + amount, 0n);
  const on = coins[0]?.on ?? network;
  const change = coins.reduce((sum, { amount }) => sum + amount, 0n) - paid - fee;
  return {
    coins,
    outputs: [
      ...orders.map(({ address, amount }) => ({ script: scriptOfAddress(address, on), amount })),
      { script: scriptOfAddress(addressOf(secondKey, on), on), amount: change },
    ],
  };
}

/** A request that pays its orders from these coins. */
export function requestOf(
  coins: readonly Coin[],
  orders: readonly Order[],
  changes: Partial<SignRequest> & { readonly fee?: bigint } = {},
): SignRequest {
  const { fee, ...rest } = changes;
  return {
    type: 'sign',
    network: coins[0]?.on ?? network,
    kind: 'payout',
    orders,
    unsigned: psbtOf(draftOf(coins, orders, fee)),
    ...rest,
  };
}
