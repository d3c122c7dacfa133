import beamhash from '../../packages/pow/src/vectors/beamhash.json' with { type: 'json' };
import equihash from '../../packages/pow/src/vectors/equihash.json' with { type: 'json' };

const bytes = (count: number, fill = 0x5a): Uint8Array => new Uint8Array(count).fill(fill);
const ofHex = (hex: string | undefined): Uint8Array => new Uint8Array(Buffer.from(hex ?? '', 'hex'));
const [equihashShare] = equihash.vectors;
const [beamShare] = beamhash.vectors;

/** Bytes that no other share of the run has. */
function counted(count: number, share: number): Uint8Array {
  const nonce = bytes(count);
  new DataView(nonce.buffer).setUint32(0, share);
  return nonce;
}

const ofKaspa = (share: number) => ({
  prePowHash: bytes(32),
  timestamp: 1_795_172_316_000n,
  nonce: BigInt(share),
});
/** No mix is claimed: the walk over the dataset is always made. */
const ofEthash = (share: number) => ({
  headerHash: bytes(32),
  nonce: BigInt(share),
  height: 1,
  mix: undefined,
  limit: bytes(32, 0xff),
});

/** Shares that cost the verifier all that a true one does, by algorithm. */
export const inputs: Readonly<Record<string, (share: number) => unknown>> = {
  blake3: (share) => ({ nonce: counted(24, share), headerBlob: bytes(302) }),
  kheavyhash: ofKaspa,
  autolykos: (share) => ({ message: bytes(32), nonce: counted(8, share), height: 800_000 }),
  octopus: (share) => ({ powHash: bytes(32), nonce: BigInt(share), height: 1 }),
  nexapow: (share) => ({ commitment: bytes(32), nonce: counted(12, share) }),
  ethash: ofEthash,
  etchash: ofEthash,
  kawpow: ofEthash,
  equihash: () => ({
    header: ofHex(equihashShare?.header140),
    solution: ofHex(equihashShare?.solution1344),
  }),
  beamhash: () => ({
    input: ofHex(beamShare?.input),
    nonce: ofHex(beamShare?.nonce),
    output: ofHex(beamShare?.output),
    limit: bytes(32, 0xff),
  }),
  fishhash: (share) => counted(180, share),
  karlsenhash: ofKaspa,
  xelishash: (share) => counted(112, share),
  ghostrider: (share) => counted(80, share),
  randomx: (share) => ({ blob: counted(76, share), seedHash: bytes(32), algorithm: 'rx/0' }),
};
