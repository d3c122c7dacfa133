import { base58xmr } from '@scure/base';
import { isSame, keccak, type Point, readPoint } from './curve.ts';
import { moneroNetwork } from './networks.ts';

/** Who is paid. */
export interface MoneroAddress {
  readonly spend: Point;
  readonly view: Point;
  /** A further address of an account: its keys lead to each other in another way. */
  readonly isFurther: boolean;
  /** The eight bytes of an integrated address. */
  readonly paymentId: Uint8Array | undefined;
}

const [keyBytes, checkBytes, idBytes] = [32, 4, 8] as const;

/** Undefined where it is no address of the network. */
export function readAddress(network: string, address: string): MoneroAddress | undefined {
  // 69 and 77 bytes.
  if (!/^(?:[1-9A-HJ-NP-Za-km-z]{95}|[1-9A-HJ-NP-Za-km-z]{106})$/.test(address)) return undefined;
  const bytes = decode(address);
  if (bytes === undefined || base58xmr.encode(bytes) !== address) return undefined;
  const body = bytes.subarray(0, -checkBytes);
  if (!isSame(keccak(body).subarray(0, checkBytes), bytes.subarray(-checkBytes))) return undefined;
  const { primary, integrated, further } = moneroNetwork(network).prefixes;
  const [prefix = -1] = body;
  const length = 1 + 2 * keyBytes + (prefix === integrated ? idBytes : 0);
  if (![primary, integrated, further].includes(prefix) || body.length !== length) return undefined;
  const spend = readPoint(body.slice(1, 1 + keyBytes));
  const view = readPoint(body.slice(1 + keyBytes, 1 + 2 * keyBytes));
  if (spend === undefined || view === undefined) return undefined;
  return {
    spend,
    view,
    isFurther: prefix === further,
    paymentId: prefix === integrated ? body.slice(-idBytes) : undefined,
  };
}

function decode(address: string): Uint8Array | undefined {
  try {
    return base58xmr.decode(address);
  } catch {
    return undefined;
  }
}

/** The keys that it pays and the number of the payment. */
export function targetOf(network: string, address: string): string | undefined {
  const read = readAddress(network, address);
  if (read === undefined) return undefined;
  const { spend, view, paymentId = new Uint8Array() } = read;
  return Buffer.concat([spend.toBytes(), view.toBytes(), paymentId]).toString('hex');
}

/**
 * An address as it is: one of other keys, or of these keys in another form, is another. A wallet whose first address this is does not find what is
 * paid to its keys as to a further address, and the other way round.
 */
export function listedAs(network: string, address: string): string | undefined {
  return readAddress(network, address) === undefined ? undefined : address;
}
