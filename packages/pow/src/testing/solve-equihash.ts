import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EquihashForm } from '../equihash.ts';
import { u32ToLittleEndian } from '../integers.ts';

/** Rows of one level: what is left of each, and the two rows of the level below that made it. */
interface Level {
  readonly count: number;
  readonly parts: Uint32Array;
  readonly left: Uint32Array;
  readonly right: Uint32Array;
}

const none = new Uint32Array(0);

/** The parts of all rows, each of as many bits as must collide at once. */
function firstLevel({ n, k, personalization: name }: EquihashForm, input: Uint8Array): Level {
  const bits = n / (k + 1);
  const [rowBytes, rowsPerHash, count] = [Math.ceil(n / 8), Math.floor(512 / n), 2 ** (bits + 1)];
  const personalization = concatBytes(utf8ToBytes(name), u32ToLittleEndian(n), u32ToLittleEndian(k));
  const begun = blake2b.create({ dkLen: rowsPerHash * rowBytes, personalization }).update(input);
  const parts = new Uint32Array(count * (k + 1));
  let at = 0;
  for (let index = 0; index < count; index += rowsPerHash) {
    const hash = begun
      .clone()
      .update(u32ToLittleEndian(index / rowsPerHash))
      .digest();
    for (let row = 0; row < rowsPerHash && index + row < count; row += 1) {
      let [held, width] = [0, 0];
      for (let byte = row * rowBytes; byte < (row + 1) * rowBytes; byte += 1) {
        held = (held << 8) | (hash[byte] ?? 0);
        width += 8;
        if (width < bits) continue;
        width -= bits;
        parts[at++] = held >>> width;
        held &= (1 << width) - 1;
      }
    }
  }
  return { count, parts, left: none, right: none };
}

/** Where each value begins, and the place of each of `count` rows behind those of lower values. */
function placesOf(count: number, values: number, valueOf: (row: number) => number) {
  const begins = new Uint32Array(values + 1);
  for (let row = 0; row < count; row += 1) {
    const after = valueOf(row) + 1;
    begins[after] = (begins[after] ?? 0) + 1;
  }
  for (let value = 0; value < values; value += 1)
    begins[value + 1] = (begins[value + 1] ?? 0) + (begins[value] ?? 0);
  const next = begins.slice();
  const places = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    const value = valueOf(row);
    const place = next[value] ?? 0;
    places[row] = place;
    next[value] = place + 1;
  }
  return { begins, places };
}

/** The rows in groups whose first parts begin alike: a processor's cache has a group, and none has all rows. */
function grouped({ count, parts }: Level, stride: number, { groups, shift }: Halves) {
  const { begins, places } = placesOf(count, groups, (row) => (parts[row * stride] ?? 0) >>> shift);
  const [rows, from] = [new Uint32Array(count * stride), new Uint32Array(count)];
  for (let row = 0; row < count; row += 1) {
    const place = places[row] ?? 0;
    from[place] = row;
    for (let part = 0; part < stride; part += 1)
      rows[place * stride + part] = parts[row * stride + part] ?? 0;
  }
  return { begins, rows, from };
}

/** A first part in two: as many groups as its upper half has values, and `shift` bits of the lower one. */
interface Halves {
  readonly groups: number;
  readonly shift: number;
}

/** Joins each two rows whose first parts are the same; at the last level those alone of which nothing is left. */
function nextLevel(level: Level, stride: number, halves: Halves, isLast: boolean): Level {
  const { begins, rows, from } = grouped(level, stride, halves);
  const most = isLast ? 4096 : Math.floor(level.count * 1.2) + 64;
  const [left, right] = [new Uint32Array(most), new Uint32Array(most)];
  const made = new Uint32Array(most * (stride - 1));
  let count = 0;
  const join = (low: number, high: number): void => {
    if (count >= most) return;
    let rest = 0;
    for (let part = 1; part < stride; part += 1) {
      const differing = (rows[low * stride + part] ?? 0) ^ (rows[high * stride + part] ?? 0);
      made[count * (stride - 1) + part - 1] = differing;
      rest |= differing;
    }
    // Two rows of the same indices are no solution.
    if ((rest === 0) !== isLast) return;
    left[count] = from[low] ?? 0;
    right[count] = from[high] ?? 0;
    count += 1;
  };
  const lower = 2 ** halves.shift;
  for (let group = 0; group < halves.groups; group += 1) {
    const first = begins[group] ?? 0;
    const size = (begins[group + 1] ?? 0) - first;
    const alike = placesOf(size, lower, (row) => (rows[(first + row) * stride] ?? 0) & (lower - 1));
    const order = new Uint32Array(size);
    for (let row = 0; row < size; row += 1) order[alike.places[row] ?? 0] = first + row;
    for (let value = 0; value < lower; value += 1) {
      const end = alike.begins[value + 1] ?? 0;
      for (let one = alike.begins[value] ?? 0; one < end; one += 1)
        for (let other = one + 1; other < end; other += 1) join(order[one] ?? 0, order[other] ?? 0);
    }
  }
  return { count, parts: made, left, right };
}

function indicesOf(levels: readonly Level[], height: number, row: number): number[] {
  const level = levels[height];
  if (height === 0 || level === undefined) return [row];
  const both = [level.left, level.right].map((side) => indicesOf(levels, height - 1, side[row] ?? 0));
  const [first = [], second = []] = both;
  return (first[0] ?? 0) < (second[0] ?? 0) ? [...first, ...second] : [...second, ...first];
}

/** All solutions for an input, as indices: seconds for Zcash's form, of which an input has two on average. Wagner's algorithm. */
export function solveEquihash(form: EquihashForm, input: Uint8Array): readonly Uint32Array[] {
  const { n, k } = form;
  const bits = n / (k + 1);
  const shift = Math.floor(bits / 2);
  const halves = { groups: 2 ** (bits - shift), shift };
  const levels: Level[] = [firstLevel(form, input)];
  for (let height = 1; height <= k; height += 1) {
    const below = levels[height - 1];
    if (below === undefined) break;
    levels.push(nextLevel(below, k + 2 - height, halves, height === k));
    // What is left of its rows is needed no more.
    levels[height - 1] = { ...below, parts: none };
  }
  const last = levels[k];
  const found = new Map<string, Uint32Array>();
  for (let row = 0; row < (last?.count ?? 0); row += 1) {
    const indices = indicesOf(levels, k, row);
    if (new Set(indices).size === indices.length) found.set(indices.join(), Uint32Array.from(indices));
  }
  return [...found.values()];
}

/** Indices one after the other, most significant bit first. */
export function packIndices({ n, k }: EquihashForm, indices: Uint32Array): Uint8Array {
  const width = n / (k + 1) + 1;
  const packed = new Uint8Array((indices.length * width) / 8);
  let [held, bits, at] = [0, 0, 0];
  for (const index of indices) {
    held = (held << width) | index;
    bits += width;
    for (; bits >= 8; bits -= 8) packed[at++] = (held >>> (bits - 8)) & 0xff;
    held &= (1 << bits) - 1;
  }
  return packed;
}
