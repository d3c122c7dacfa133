// Shabal-512 (Bresson and others, SHA-3 candidate of the second round).

const a: usize = memory.data(48);
const b: usize = memory.data(64);
const c: usize = memory.data(64);
const block: usize = memory.data(64);
let count: u64 = 0;

function permute(): void {
  store<u64>(a, load<u64>(a) ^ count);
  for (let at: usize = 0; at < 64; at += 4) store<u32>(b + at, rotl<u32>(load<u32>(b + at), 17));
  for (let step: usize = 0; step < 48; step++) {
    const i = step & 15;
    const own = a + ((step % 12) << 2);
    const before = load<u32>(a + (((step + 11) % 12) << 2));
    const mixed = (load<u32>(own) ^ (rotl<u32>(before, 15) * 5) ^ load<u32>(c + (((24 - i) & 15) << 2))) * 3;
    const next =
      mixed ^
      load<u32>(b + (((i + 13) & 15) << 2)) ^
      (load<u32>(b + (((i + 9) & 15) << 2)) & ~load<u32>(b + (((i + 6) & 15) << 2))) ^
      load<u32>(block + (i << 2));
    store<u32>(own, next);
    store<u32>(b + (i << 2), rotl<u32>(load<u32>(b + (i << 2)), 1) ^ ~next);
  }
  for (let step: usize = 0; step < 36; step++) {
    const own = a + ((step % 12) << 2);
    store<u32>(own, load<u32>(own) + load<u32>(c + (((step + 3) & 15) << 2)));
  }
}

function addBlock(): void {
  for (let at: usize = 0; at < 64; at += 4) store<u32>(b + at, load<u32>(b + at) + load<u32>(block + at));
}

function swapHalves(): void {
  for (let at: usize = 0; at < 64; at += 8) {
    const held = load<u64>(b + at);
    store<u64>(b + at, load<u64>(c + at));
    store<u64>(c + at, held);
  }
}

function absorb(): void {
  addBlock();
  permute();
  for (let at: usize = 0; at < 64; at += 4) store<u32>(c + at, load<u32>(c + at) - load<u32>(block + at));
  swapHalves();
  count++;
}

/** The state before a message: two blocks that hold the numbers 512 to 543. */
function begin(): void {
  memory.fill(a, 0, 48);
  memory.fill(b, 0, 64);
  memory.fill(c, 0, 64);
  count = u64.MAX_VALUE;
  for (let half: u32 = 0; half < 2; half++) {
    for (let at: u32 = 0; at < 16; at++) store<u32>(block + ((<usize>at) << 2), 512 + 16 * half + at);
    absorb();
  }
}

/** 64 bytes. */
export function shabal512(output: usize, input: usize, bytes: usize): void {
  begin();
  let at: usize = 0;
  for (; at + 64 <= bytes; at += 64) {
    memory.copy(block, input + at, 64);
    absorb();
  }
  memory.fill(block, 0, 64);
  memory.copy(block, input + at, bytes - at);
  store<u8>(block + bytes - at, 0x80);
  addBlock();
  permute();
  for (let round = 0; round < 3; round++) {
    swapHalves();
    permute();
  }
  memory.copy(output, b, 64);
}
