import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenRelayedNetwork, RelayedNetwork } from './relayed-networks.ts';
import { SignerProcess } from './signer-process.ts';
import { simulatedPools } from './simulated-pools.ts';

interface SimulatedCoin extends Pick<RelayedNetwork, 'coin' | 'algorithm' | 'user' | 'miners'> {
  /** Of all shares of the other pool, as its setting has it. */
  readonly difficulty: string;
  /** Of all shares of the relaying pool's miners; as they are found where it is left out. */
  readonly ownDifficulty?: string;
  /** Of the relaying pool, on the coin's test network. */
  readonly address: string;
  readonly hashesPerSecondMax?: number;
}

/**
 * One without a node of its coin: the other pool is two Openlodes, each with a chain of its own that checks real proofs. The relaying pool's file
 * has a rail of the coin, whose nodes are not there, and nothing is paid.
 */
function simulated({ difficulty, ownDifficulty, address, ...of }: SimulatedCoin): OpenRelayedNetwork {
  return async (server, folder, opened) => {
    const signer = await SignerProcess.start(folder);
    opened.push(() => signer.close());
    const others = await simulatedPools(server, `${of.algorithm}:${difficulty}`, opened);
    const login = join(folder, 'login');
    await writeFile(login, 'user:password');
    const nodes = ['none', 'neither'].map((name, index) => ({
      name,
      url: `http://127.0.0.1:${9 + index}`,
      login,
    }));
    return {
      hashesPerSecondMax: Number.POSITIVE_INFINITY,
      ...of,
      ...others,
      ...(ownDifficulty !== undefined && {
        env: { OPENLODE_STATIC_DIFFICULTY: `${of.algorithm}:${ownDifficulty}` },
      }),
      settings: {
        chains: [{ coin: of.coin, mined: false, address, nodes }],
        rails: [{ coin: of.coin, wallet: 'none', signer: signer.socket }],
      },
      paidOutputs: async () => [],
    };
  };
}

/** KawPow, in the first epoch. A share of the other pool takes 64 hashes, and one here 32: a light verifier does about a hundred a second. */
export const relayedKawpow = simulated({
  coin: 'RVN',
  algorithm: 'kawpow',
  difficulty: '0.000000014901161193847656',
  ownDifficulty: '0.000000007450580596923828',
  address: 'mrcNu71ztWjAQA6ww9kHiW3zBWSQidHXTQ',
  user: 'RVN:RHP3VKiSYH4putQeSKLwr47QDdERa6H6G1.relay',
  miners: ['RVN:RHoCwPc2FCQqwToYnSiAb3SrCET4zEHsbS', 'RVN:RVdM8kDnbsdXLWqZLF5eHz91Af9633bnmh'],
  // Blocks come about once a minute then, and the difficulties of both chains stay near each other.
  hashesPerSecondMax: 12,
});
