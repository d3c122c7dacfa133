// Hamsi-512 (Küçük, SHA-3 candidate of the second round).

/** The state begins as this text: "Özgül Küçük, Katholieke Universiteit Leuven, …", as the submission encoded it. */
const start: usize = memory.data<u32>([
  0x73746565, 0x6c706172, 0x6b204172, 0x656e6265, 0x72672031, 0x302c2062, 0x75732032, 0x3434362c, 0x20422d33,
  0x30303120, 0x4c657576, 0x656e2d48, 0x65766572, 0x6c65652c, 0x2042656c, 0x6769756d,
]);

/** Constants of the rounds of a message block and of the last block. */
const alphas: usize = memory.data<u32>([
  0xff00f0f0, 0xccccaaaa, 0xf0f0cccc, 0xff00aaaa, 0xccccaaaa, 0xf0f0ff00, 0xaaaacccc, 0xf0f0ff00, 0xf0f0cccc,
  0xaaaaff00, 0xccccff00, 0xaaaaf0f0, 0xaaaaf0f0, 0xff00cccc, 0xccccf0f0, 0xff00aaaa, 0xccccaaaa, 0xff00f0f0,
  0xff00aaaa, 0xf0f0cccc, 0xf0f0ff00, 0xccccaaaa, 0xf0f0ff00, 0xaaaacccc, 0xaaaaff00, 0xf0f0cccc, 0xaaaaf0f0,
  0xccccff00, 0xff00cccc, 0xaaaaf0f0, 0xff00aaaa, 0xccccf0f0,
]);
const lastAlphas: usize = memory.data<u32>([
  0xcaf9639c, 0x0ff0f9c0, 0x639c0ff0, 0xcaf9f9c0, 0x0ff0f9c0, 0x639ccaf9, 0xf9c00ff0, 0x639ccaf9, 0x639c0ff0,
  0xf9c0caf9, 0x0ff0caf9, 0xf9c0639c, 0xf9c0639c, 0xcaf90ff0, 0x0ff0639c, 0xcaf9f9c0, 0x0ff0f9c0, 0xcaf9639c,
  0xcaf9f9c0, 0x639c0ff0, 0x639ccaf9, 0x0ff0f9c0, 0x639ccaf9, 0xf9c00ff0, 0xf9c0caf9, 0x639c0ff0, 0xf9c0639c,
  0x0ff0caf9, 0xcaf90ff0, 0xf9c0639c, 0xcaf9f9c0, 0x0ff0639c,
]);

/**
 * The linear code [128, 16, 70] over the field of four elements that expands a block: the word for every even bit of the
 * message. The word (a, b) of an even bit gives (b, a ^ b) for the odd bit after it: multiplication in that field.
 */
const code: usize = memory.data<u32>([
  0xef0b0270, 0x3afd0000, 0x5dae0000, 0x69490000, 0x9b0f3c06, 0x4405b5f9, 0x66140a51, 0x924f5d0a, 0xc96b0030,
  0xe7250000, 0x2f840000, 0x264f0000, 0x08695bf9, 0x6dfcf137, 0x509f6984, 0x9e69af68, 0x145a3c00, 0xb9e90000,
  0x61270000, 0xf1610000, 0xce613d6c, 0xb0493d78, 0x47a96720, 0xe18e24c5, 0x23671400, 0xc8b90000, 0xf4c70000,
  0xfb750000, 0x73cd2465, 0xf8a6a549, 0x02c40a3f, 0xdc24e61f, 0x54285c00, 0xeaed0000, 0xc5d60000, 0xa1c50000,
  0xb3a26770, 0x94a5c4e1, 0x6bb0419d, 0x551b3782, 0x9cbb1800, 0xb0d30000, 0x92510000, 0xed930000, 0x593a4345,
  0xe114d5f4, 0x430633da, 0x78cace29, 0x29449c00, 0x64e70000, 0xf24b0000, 0xc2f30000, 0x0ede4e8f, 0x56c23745,
  0xf3e04259, 0x8d0d9ec4, 0x466d0c00, 0x08620000, 0xdd5d0000, 0xbadd0000, 0x6a927942, 0x441f2b93, 0x218ace6f,
  0xbf2c0be2, 0xf6800005, 0x3443c000, 0x24070000, 0x8f3d0000, 0x21373bfb, 0x0ab8d5ae, 0xcdc58b19, 0xd795ba31,
  0xa67f0001, 0x71378000, 0x19fc0000, 0x96db0000, 0x3a8b6dfd, 0xebcaaef3, 0x2c6d478f, 0xac8e6c88, 0xf7750009,
  0xcf3cc000, 0xc3d60000, 0x04920000, 0x029519a9, 0xf8e836ba, 0x7a87f14e, 0x9e16981a, 0xd46a0000, 0x8dc8c000,
  0xa5af0000, 0x4a290000, 0xfc4e427a, 0xc9b4866c, 0x98369604, 0xf746c320, 0x774400f0, 0xf15a0000, 0xf5b20000,
  0x34140000, 0x89377e8c, 0x5a8bec25, 0x0bc3cd1e, 0xcf3775cb, 0xf46c0050, 0x96180000, 0x14a50000, 0x031f0000,
  0x42947eb8, 0x66bf7e19, 0x9ca470d2, 0x8a341574, 0xe8870170, 0x9d720000, 0x12db0000, 0xd4220000, 0xf2886b27,
  0xa921e543, 0x4ef8b518, 0x618813b1, 0xb4370060, 0x0c4c0000, 0x56c20000, 0x5cae0000, 0x94541f3f, 0x3b3ef825,
  0x1b365f3d, 0xf3d45758, 0x0c720000, 0x49e50f00, 0x42790000, 0x5cea0000, 0x33aa301a, 0x15822514, 0x95a34b7b,
  0xb44b0090, 0xfe220000, 0xa7580500, 0x25d10000, 0xf7600000, 0x893178da, 0x1fd4f860, 0x4ed0a315, 0xa123ff9f,
  0x45180000, 0xa5b51700, 0xf96a0000, 0x3b480000, 0x1ecc142c, 0x231395d6, 0x16bca6b0, 0xdf33f4df, 0xb83d0000,
  0x16710600, 0x379a0000, 0xf5b10000, 0x228161ac, 0xae48f145, 0x66241616, 0xc5c1eb3e, 0x75a40000, 0xc28b2700,
  0x94a40000, 0x90f50000, 0xfb7857e0, 0x49ce0bae, 0x1767c483, 0xaedf667e, 0xd1660000, 0x1bbc0300, 0x9eec0000,
  0xf6940000, 0x03024527, 0xcf70fcf2, 0xb4431b17, 0x857f3c2b, 0x75c90003, 0x0e10c000, 0xd1200000, 0xbaea0000,
  0x8bc42f3e, 0x8758b757, 0xbb28761d, 0x00b72e2b, 0xeecf0001, 0x6f564000, 0xf33e0000, 0xa79e0000, 0xbdb57219,
  0xb711ebc5, 0x4a3b40ba, 0xfeabf254, 0x86790000, 0x3f390002, 0xe19ae000, 0x98560000, 0x9565670e, 0x4e88c8ea,
  0xd3dd4944, 0x161ddab9, 0x30b70000, 0xe5d00000, 0xf4f46000, 0x42c40000, 0x63b83d6a, 0x78ba9460, 0x21afa1ea,
  0xb0a51834, 0x14190000, 0x23ca003c, 0x50df0000, 0x44b60000, 0x1b6c67b0, 0x3cf3ac75, 0x61e610b0, 0xdbcadb80,
  0xe3430000, 0x3a4e0014, 0xf2c60000, 0xaa4e0000, 0xdb1e42a6, 0x256bbe15, 0x123db156, 0x3a4e99d7, 0x54500000,
  0x0671005c, 0x25ae0000, 0x6a1e0000, 0x2ea54edf, 0x664e8512, 0xbfba18c3, 0x7e715d17, 0xbc8d0000, 0xfc3b0018,
  0x19830000, 0xd10b0000, 0xae1878c4, 0x42a69856, 0x0012da37, 0x2c3b504e, 0x69510000, 0xd4e1009c, 0xc3230000,
  0xac2f0000, 0xe4950bae, 0xcea415dc, 0x87ec287c, 0xbce1a3ce, 0xc6730000, 0xaf8d000c, 0xa4c10000, 0x218d0000,
  0x23111587, 0x7913512f, 0x1d28ac88, 0x378dd173, 0xcc140000, 0xa5630000, 0x5ab90780, 0x3b500000, 0x4bd013ff,
  0x879b3418, 0x694348c1, 0xca5a87fe, 0x819e0000, 0xec570000, 0x66320280, 0x95f30000, 0x5da92802, 0x48f43cbc,
  0xe65aa22d, 0x8e67b7fa, 0x78230000, 0x12fc0000, 0xa93a0b80, 0x90a50000, 0x713e2879, 0x7ee98924, 0xf08ca062,
  0x636f8bab, 0x02af0000, 0xb7280000, 0xba1c0300, 0x56980000, 0xba8d45d3, 0x8048c667, 0xa95c149a, 0xf4f6ea7b,
  0xac480000, 0x1ba60000, 0x45fb1380, 0x03430000, 0x5a85316a, 0x1fb250b6, 0xfe72c7fe, 0x91e478f6, 0x1e4e0000,
  0xdecf0000, 0x6df80180, 0x77240000, 0xec47079e, 0xf4a0694e, 0xcda31812, 0x98aa496e, 0xaec30000, 0x9c4f0001,
  0x79d1e000, 0x2c150000, 0x45cc75b3, 0x6650b736, 0xab92f78f, 0xa312567b, 0xdb250000, 0x09290000, 0x49aac000,
  0x81e10000, 0xcafe6b59, 0x42793431, 0x43566b76, 0xe86cba2e, 0x58430000, 0x807e0000, 0x78330001, 0xc66b3800,
  0xe7375cdc, 0x79ad3fdd, 0xac73fe6f, 0x3a4479b1, 0x1d5a0000, 0x2b720000, 0x488d0000, 0xaf611800, 0x25cb2ec5,
  0xc879bfd0, 0x81a20429, 0x1e7536a6, 0xa53b0000, 0x14260000, 0x4e30001e, 0x7cae0000, 0x8f9e0dd5, 0x78dfaa3d,
  0xf73168d8, 0x0b1b4946, 0x07ed0000, 0xb2500000, 0x8774000a, 0x970d0000, 0x437223ae, 0x48c76ea4, 0xf4786222,
  0x9075b1ce, 0x88980000, 0x1f940000, 0x7fcf002e, 0xfb4e0000, 0xf158079a, 0x61ae9167, 0xa895706c, 0xe6107494,
  0x0bc20000, 0xdb630000, 0x7e88000c, 0x15860000, 0x91fd48f3, 0x7581bb43, 0xf460449e, 0xd8b61463, 0x52500000,
  0x29540000, 0x6a61004e, 0xf0ff0000, 0x9a317eec, 0x452341ce, 0xcf568fe5, 0x5303130f, 0x538d0000, 0xa9fc0000,
  0x9ef70006, 0x56ff0000, 0x0ae4004e, 0x92c5cdf9, 0xa9444018, 0x7f975691, 0xe6280000, 0x4c4b0000, 0xa8550000,
  0xd3d002e0, 0xd86130b8, 0x98a7b0da, 0x289506b4, 0xd75a4897, 0xf0c50000, 0x59230000, 0x45820000, 0xe18d00c0,
  0x3b6d0631, 0xc2ed5699, 0xcbe0fe1c, 0x56a7b19f, 0xb4310000, 0x77330000, 0xb15d0000, 0x7fd004e0, 0x78a26138,
  0xd116c35d, 0xd256d489, 0x4e6f74de, 0xe3060000, 0xbdc10000, 0x87130000, 0xbff20060, 0x2eba0a1a, 0x8db53751,
  0x73c5ab06, 0x5bd61539, 0x02f20000, 0xa2810000, 0x873f0000, 0xe36c7800, 0x1e1d74ef, 0x073d2bd6, 0xc4c23237,
  0x7f32259e, 0xbadd0000, 0x13ad0000, 0xb7e70000, 0xf7282800, 0xdf45144d, 0x361ac33a, 0xea5a8d14, 0x2a2c18f0,
  0x1e6c0000, 0xc4420000, 0x8a2e0000, 0xbcb6b800, 0x2c4413b6, 0x8bfdd3da, 0x6a0c1bc8, 0xb99dc2eb, 0x92560000,
  0x1eda0000, 0xea510000, 0xe8b13000, 0xa93556a5, 0xebfb6199, 0xb15c2254, 0x33c5244f, 0x033d0000, 0x08b30000,
  0xf33a0000, 0x3ac20007, 0x51298a50, 0x6b6e661f, 0x0ea5cfe3, 0xe6da7ffe, 0xa8da0000, 0x96be0000, 0x5c1d0000,
  0x07da0002, 0x7d669583, 0x1f98708a, 0xbb668808, 0xda878000, 0x01930000, 0xe7820000, 0xedfb0000, 0xcf0c000b,
  0x8dd08d58, 0xbca3b42e, 0x063661e1, 0x536f9e7b, 0x92280000, 0xdc850000, 0x57fa0000, 0x56dc0003, 0xbae92316,
  0x5aefa30c, 0x90cef752, 0x7b1675d7, 0x5fa80000, 0x56030000, 0x43ae0000, 0x64f30013, 0x257e86bf, 0x1311944e,
  0x541e95bf, 0x8ea4db69, 0x00440000, 0x7f480000, 0xda7c0000, 0x2a230001, 0x3badc9cc, 0xa9b69c87, 0x030a9e60,
  0xbe0a679e, 0xee930000, 0xd6070000, 0x92c10000, 0x2b9801e0, 0x9451287c, 0x3b6cfb57, 0x45312374, 0x201f6a64,
  0x7b280000, 0x57420000, 0xa9e50000, 0x634300a0, 0x9edb442f, 0x6d9995bb, 0x27f83b03, 0xc7ff60f0,
]);

/** Where the two halves of the state, message and chaining value, stand among its 32 words. */
const messageAt: usize = memory.data<u8>([0, 1, 4, 5, 10, 11, 14, 15, 16, 17, 20, 21, 26, 27, 30, 31]);
const chainAt: usize = memory.data<u8>([2, 3, 6, 7, 8, 9, 12, 13, 18, 19, 22, 23, 24, 25, 28, 29]);
/** The words that a round mixes, four at a time. */
const diffused: usize = memory.data<u8>([
  0, 9, 18, 27, 1, 10, 19, 28, 2, 11, 20, 29, 3, 12, 21, 30, 4, 13, 22, 31, 5, 14, 23, 24, 6, 15, 16, 25, 7,
  8, 17, 26, 0, 2, 5, 7, 16, 19, 21, 22, 9, 11, 12, 14, 25, 26, 28, 31,
]);

const chain: usize = memory.data(64);
const state: usize = memory.data(128);
const expanded: usize = memory.data(64);
const padding: usize = memory.data(8);

/** Serpent's third S-box on 32 columns of four bits at once. */
function substitute(column: usize): void {
  let a = load<u32>(state + column);
  let b = load<u32>(state + column + 32);
  let c = load<u32>(state + column + 64);
  let d = load<u32>(state + column + 96);
  let t = a;
  a = (a & c) ^ d;
  c ^= b ^ a;
  d = (d | t) ^ b;
  t ^= c;
  b = d;
  d = (d | t) ^ a;
  a &= b;
  t ^= a;
  b ^= d ^ t;
  store<u32>(state + column, c);
  store<u32>(state + column + 32, d);
  store<u32>(state + column + 64, b);
  store<u32>(state + column + 96, ~t);
}

/** Serpent's linear transformation on four words. */
function diffuse(nth: usize): void {
  const at0 = state + ((<usize>load<u8>(diffused + 4 * nth)) << 2);
  const at1 = state + ((<usize>load<u8>(diffused + 4 * nth + 1)) << 2);
  const at2 = state + ((<usize>load<u8>(diffused + 4 * nth + 2)) << 2);
  const at3 = state + ((<usize>load<u8>(diffused + 4 * nth + 3)) << 2);
  let a = rotl<u32>(load<u32>(at0), 13);
  let c = rotl<u32>(load<u32>(at2), 3);
  let b = rotl<u32>(load<u32>(at1) ^ a ^ c, 1);
  let d = rotl<u32>(load<u32>(at3) ^ c ^ (a << 3), 7);
  a = rotl<u32>(a ^ b ^ d, 5);
  c = rotl<u32>(c ^ d ^ (b << 7), 22);
  store<u32>(at0, a);
  store<u32>(at1, b);
  store<u32>(at2, c);
  store<u32>(at3, d);
}

function expand(block: usize): void {
  memory.fill(expanded, 0, 64);
  for (let bit: usize = 0; bit < 64; bit++) {
    if (!((load<u8>(block + (bit >> 3)) >> <u8>(bit & 7)) & 1)) continue;
    const word = code + ((bit >> 1) << 6);
    for (let at: usize = 0; at < 32; at += 4) {
      const a = load<u32>(word + at);
      const b = load<u32>(word + at + 32);
      const first = bit & 1 ? b : a;
      const second = bit & 1 ? a ^ b : b;
      store<u32>(expanded + at, load<u32>(expanded + at) ^ first);
      store<u32>(expanded + at + 32, load<u32>(expanded + at + 32) ^ second);
    }
  }
}

function compress(block: usize, constants: usize, rounds: u32): void {
  expand(block);
  for (let at: usize = 0; at < 16; at++) {
    store<u32>(state + ((<usize>load<u8>(messageAt + at)) << 2), load<u32>(expanded + (at << 2)));
    store<u32>(state + ((<usize>load<u8>(chainAt + at)) << 2), load<u32>(chain + (at << 2)));
  }
  for (let round: u32 = 0; round < rounds; round++) {
    for (let at: usize = 0; at < 128; at += 4)
      store<u32>(state + at, load<u32>(state + at) ^ load<u32>(constants + at));
    store<u32>(state + 4, load<u32>(state + 4) ^ round);
    for (let column: usize = 0; column < 32; column += 4) substitute(column);
    for (let nth: usize = 0; nth < 12; nth++) diffuse(nth);
  }
  for (let at: usize = 0; at < 32; at += 4) {
    store<u32>(chain + at, load<u32>(chain + at) ^ load<u32>(state + at));
    store<u32>(chain + 32 + at, load<u32>(chain + 32 + at) ^ load<u32>(state + 64 + at));
  }
}

/** 64 bytes from a message of whole blocks of eight bytes. */
export function hamsi512(output: usize, input: usize, bytes: usize): void {
  memory.copy(chain, start, 64);
  for (let at: usize = 0; at < bytes; at += 8) compress(input + at, alphas, 6);
  store<u64>(padding, 0x80);
  compress(padding, alphas, 6);
  store<u64>(padding, bswap<u64>((<u64>bytes) << 3));
  compress(padding, lastAlphas, 12);
  for (let at: usize = 0; at < 64; at += 4) store<u32>(output + at, bswap<u32>(load<u32>(chain + at)));
}
