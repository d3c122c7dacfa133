/** Of each number that is read: a view of the array itself would give it memory of its own. */
const read = new Uint8Array(32);
const view = new DataView(read.buffer);

/** Of 32 bytes, least significant first. */
export function numberOf(bytes: Uint8Array): bigint {
  read.set(bytes);
  const [high, low] = [
    (view.getBigUint64(24, true) << 64n) | view.getBigUint64(16, true),
    (view.getBigUint64(8, true) << 64n) | view.getBigUint64(0, true),
  ];
  return (high << 128n) | low;
}

/** Thousands of sessions share few targets, each of which is one array. */
const targets = new WeakMap<Uint8Array, bigint>();

/** The same of an array that stays as it is: read once. */
export function targetOf(bytes: Uint8Array): bigint {
  const known = targets.get(bytes);
  if (known !== undefined) return known;
  const target = numberOf(bytes);
  targets.set(bytes, target);
  return target;
}
