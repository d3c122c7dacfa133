import type { Room } from './client-dialect.ts';

/** How the room of one upstream connection is divided: lanes of one width, of which none begins with another. */
export interface LanePlan {
  /** What a lane takes of the room; 0 where the room cannot be divided. */
  readonly laneBytes: number;
  /** What is left for a miner to fill in. */
  readonly freeBytes: number;
  readonly firstLane: number;
  /** How many lanes there are. */
  readonly lanes: number;
  /** Whether all lanes are the same: nothing of the nonce can be kept apart, and programs begin wherever they like. */
  readonly isShared: boolean;
}

/** What miners of a dialect need of a nonce, in bytes. */
interface LaneRule {
  readonly laneBytesMax: number;
  /** The upstream's prefix and the lane together. */
  readonly prefixBytesMax: number;
  readonly firstLane?: number;
}

const rules: ReadonlyMap<string, LaneRule> = new Map([
  // Firmware of machines for Equihash is known to take sixteen bytes.
  ['zcash', { laneBytesMax: 4, prefixBytesMax: 16 }],
  // Five bytes of Ethash last a GH/s a quarter of an hour.
  ['ethereum-stratum', { laneBytesMax: 1, prefixBytesMax: 3 }],
  // The same of KawPow last 500 MH/s half an hour, and of Autolykos.
  ['kawpow', { laneBytesMax: 1, prefixBytesMax: 3 }],
  ['ergo', { laneBytesMax: 1, prefixBytesMax: 3 }],
  ['beam', { laneBytesMax: 1, prefixBytesMax: 4 }],
  ['ironfish', { laneBytesMax: 1, prefixBytesMax: 3 }],
  // The last byte of the nonce: what xmrig keeps as it is. Zero means that it is not fixed.
  ['monero', { laneBytesMax: 1, prefixBytesMax: 1, firstLane: 1 }],
  // Six bytes last 20 TH/s fourteen seconds, five would not last a tenth of one.
  ['kaspa', { laneBytesMax: 1, prefixBytesMax: 2 }],
  // Machines honour the first two bytes and overwrite the others.
  ['alephium', { laneBytesMax: 1, prefixBytesMax: 2 }],
]);

/** Dialects in which nothing of the nonce is said: all search the same. Lanes are counted from 1, because programs that begin at zero exist. */
const undivided: ReadonlySet<string> = new Set(['ethproxy', 'conflux']);

/** What miners of Bitcoin's Stratum have of an extranonce2: rented machines want four bytes, and some cannot do with more than eight. */
const extranonce2Bytes = { wanted: 4, least: 2, most: 8 };
const rollsEnoughBits = 16;

/**
 * How a room is divided, in whole bytes. One lane of no bytes where it is too narrow to be divided and still does for one miner;
 * undefined where it does for none.
 *
 * @param versionBits how many bits of a header's version miners may roll besides
 */
export function planLanes(dialect: string, room: Room, versionBits = 0): LanePlan | undefined {
  if (undivided.has(dialect))
    return { ...plan(0, room.freeBytes), firstLane: 1, lanes: lanesMax - 1, isShared: true };
  if (dialect === 'bitcoin') return planExtranonce2(room.freeBytes, versionBits);
  const rule = rules.get(dialect);
  const prefixBytes = room.prefix.length / 2;
  const laneBytes =
    rule === undefined ? 0 : Math.max(0, Math.min(rule.laneBytesMax, rule.prefixBytesMax - prefixBytes));
  if (room.freeBytes - laneBytes < 1) return undefined;
  return plan(laneBytes, room.freeBytes - laneBytes, laneBytes === 0 ? 0 : rule?.firstLane);
}

function planExtranonce2(bytes: number, versionBits: number): LanePlan | undefined {
  const { wanted, least, most } = extranonce2Bytes;
  if (bytes > wanted) {
    const laneBytes = Math.max(Math.min(4, bytes - wanted), bytes - most);
    return plan(laneBytes, bytes - laneBytes);
  }
  // Four bytes are what most pools give: with version bits to roll two of them do.
  const laneBytes = bytes === wanted && versionBits >= rollsEnoughBits ? 2 : 1;
  return bytes - laneBytes < least ? undefined : plan(laneBytes, bytes - laneBytes);
}

/** A connection has no more miners than that: wider lanes begin with zeros. */
const lanesMax = 65_536;
/** Of a nonce: they say one of as many lanes. */
const sharedBytes = 2;

function plan(laneBytes: number, freeBytes: number, firstLane = 0): LanePlan {
  const lanes = Math.min(lanesMax, 256 ** Math.min(4, laneBytes)) - firstLane;
  return { laneBytes, freeBytes, firstLane, lanes, isShared: false };
}

/** What the miner of a lane fills in, as its session is told it. */
export function roomOfLane({ prefix }: Room, plan: LanePlan, lane: number): Room {
  const { laneBytes, freeBytes, isShared } = plan;
  const room = { prefix: prefix + laneDigits(laneBytes, lane), freeBytes };
  return isShared ? { ...room, begin: laneDigits(sharedBytes, lane) } : room;
}

/** The whole of what is free of an upstream's room, of what the miner of a lane has found. */
export function freeOfLane({ laneBytes }: LanePlan, lane: number, free: string): string {
  return laneDigits(laneBytes, lane) + free;
}

function laneDigits(laneBytes: number, lane: number): string {
  return laneBytes === 0 ? '' : lane.toString(16).padStart(2 * laneBytes, '0');
}

export function countBits(mask: number): number {
  let bits = 0;
  for (let rest = mask >>> 0; rest !== 0; rest >>>= 1) bits += rest & 1;
  return bits;
}
