// One round of AES on a block of 16 bytes (FIPS 197 §5.1): substitute, shift rows, mix columns, add the key.

const box: usize = memory.data(256);
const moved: usize = memory.data(16);
let isFilled = false;

/** Multiplies by x in the field of AES. */
function double(byte: u8): u8 {
  return (byte << 1) ^ ((byte >> 7) * 0x1b);
}

/** The substitution box by its definition: the inverse in the field, then an affine map. */
function fillBox(): void {
  let p: u8 = 1;
  let q: u8 = 1;
  do {
    p ^= double(p);
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    if (q & 0x80) q ^= 0x09;
    store<u8>(box + p, q ^ rotl<u8>(q, 1) ^ rotl<u8>(q, 2) ^ rotl<u8>(q, 3) ^ rotl<u8>(q, 4) ^ 0x63);
  } while (p !== 1);
  store<u8>(box, 0x63);
  isFilled = true;
}

/** In place. */
export function aesRound(block: usize, key: usize): void {
  if (!isFilled) fillBox();
  for (let column: usize = 0; column < 4; column++)
    for (let row: usize = 0; row < 4; row++)
      store<u8>(moved + 4 * column + row, load<u8>(box + load<u8>(block + 4 * ((column + row) & 3) + row)));
  for (let column: usize = 0; column < 16; column += 4) {
    const a = load<u8>(moved + column),
      b = load<u8>(moved + column + 1),
      c = load<u8>(moved + column + 2),
      d = load<u8>(moved + column + 3);
    const all = a ^ b ^ c ^ d;
    store<u8>(block + column, a ^ all ^ double(a ^ b) ^ load<u8>(key + column));
    store<u8>(block + column + 1, b ^ all ^ double(b ^ c) ^ load<u8>(key + column + 1));
    store<u8>(block + column + 2, c ^ all ^ double(c ^ d) ^ load<u8>(key + column + 2));
    store<u8>(block + column + 3, d ^ all ^ double(d ^ a) ^ load<u8>(key + column + 3));
  }
}
