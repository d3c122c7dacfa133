// One round of AES on a block of 16 bytes (FIPS 197 §5.1): substitute, shift rows, mix columns, add the key.

const box: usize = memory.data(256);
/** The column that a substituted byte of the first row becomes: 2, 1, 1 and 3 times the byte. Other rows turn it. */
const columnOf: usize = memory.data(4 * 256);
let isFilled = false;

/** Multiplies by x in the field of AES. */
export function double(byte: u8): u8 {
  return (byte << 1) ^ ((byte >> 7) * 0x1b);
}

function fill(byte: u8, substituted: u8): void {
  store<u8>(box + byte, substituted);
  const once = <u32>substituted;
  const twice = <u32>double(substituted);
  store<u32>(columnOf + ((<usize>byte) << 2), twice | (once << 8) | (once << 16) | ((once ^ twice) << 24));
}

/** The substitution box by its definition: the inverse in the field, then an affine map. */
function fillTables(): void {
  let p: u8 = 1;
  let q: u8 = 1;
  do {
    p ^= double(p);
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    if (q & 0x80) q ^= 0x09;
    fill(p, q ^ rotl<u8>(q, 1) ^ rotl<u8>(q, 2) ^ rotl<u8>(q, 3) ^ rotl<u8>(q, 4) ^ 0x63);
  } while (p !== 1);
  fill(0, 0x63);
  isFilled = true;
}

/** The substitution box of FIPS 197. */
export function substitute(byte: u8): u8 {
  if (!isFilled) fillTables();
  return load<u8>(box + byte);
}

function mixed(a: u32, b: u32, c: u32, d: u32): u32 {
  return (
    load<u32>(columnOf + ((<usize>(a & 255)) << 2)) ^
    rotl<u32>(load<u32>(columnOf + ((<usize>((b >> 8) & 255)) << 2)), 8) ^
    rotl<u32>(load<u32>(columnOf + ((<usize>((c >> 16) & 255)) << 2)), 16) ^
    rotl<u32>(load<u32>(columnOf + ((<usize>(d >> 24)) << 2)), 24)
  );
}

/** In place. */
export function aesRound(block: usize, key: usize): void {
  if (!isFilled) fillTables();
  const a = load<u32>(block);
  const b = load<u32>(block, 4);
  const c = load<u32>(block, 8);
  const d = load<u32>(block, 12);
  store<u32>(block, mixed(a, b, c, d) ^ load<u32>(key));
  store<u32>(block, mixed(b, c, d, a) ^ load<u32>(key, 4), 4);
  store<u32>(block, mixed(c, d, a, b) ^ load<u32>(key, 8), 8);
  store<u32>(block, mixed(d, a, b, c) ^ load<u32>(key, 12), 12);
}
