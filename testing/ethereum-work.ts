import { type Dag, openDag } from '@openlode/pow/dag';
import { ethashSizes, kawpowEpoch, kawpowSizes } from '@openlode/pow/dag-sizes';
import { dagInstance } from '@openlode/pow/testing/wasm';
import type { MinerWork } from './miner-work.ts';

/** Of EthereumStratum/1.0.0, whatever the scale of the algorithm. */
const HASHES_PER_DIFFICULTY_1 = 2 ** 32;
const HIGHEST = 2n ** 256n - 1n;

/** Up to the height of 11,700,000. */
const EPOCHS = 390;

/** By seed: of a height below 11,700,000, Ethash and Etchash have the same dataset. */
const dags = new Map<string, Dag>();

function dagOf(seed: string): Dag {
  let dag = dags.get(seed);
  if (dag === undefined) {
    let epoch = 0;
    while (Buffer.from(ethashSizes(epoch).seed).toString('hex') !== seed) {
      epoch += 1;
      if (epoch >= EPOCHS) throw new Error(`no epoch of Ethash has the seed ${seed.slice(0, 64)}`);
    }
    dags.set(seed, (dag = openDag(dagInstance(), ethashSizes(epoch))));
  }
  return dag;
}

/** Work of Ethash in EthereumStratum/1.0.0, on the light cache alone: a few hundred hashes a second. */
export const ethereumWork: MinerWork = {
  hashesPerDifficulty1: HASHES_PER_DIFFICULTY_1,
  hashesBetweenLooks: 1,
  subscription: (_user, agent) => [agent, 'EthereumStratum/1.0.0'],
  open([id, seed, header], difficulty) {
    const target = HIGHEST / BigInt(Math.max(1, Math.round(difficulty * HASHES_PER_DIFFICULTY_1)));
    const limit = Buffer.from(target.toString(16).padStart(64, '0'), 'hex');
    const headerHash = Buffer.from(String(header), 'hex');
    return {
      id: String(id),
      search({ extranonce1 }, count) {
        const dag = dagOf(String(seed));
        // Each search has 2^24 nonces of its own.
        let nonce = BigInt(`0x${extranonce1.padEnd(16, '0')}`) + BigInt(count) * 2n ** 24n;
        return {
          run(hashes, onShare) {
            for (let done = 0; done < hashes; done += 1, nonce += 1n) {
              if (Buffer.compare(dag.ethash(headerHash, nonce).hash, limit) > 0) continue;
              const digits = nonce.toString(16).padStart(16, '0');
              onShare({ params: [digits.slice(extranonce1.length)], block: undefined });
            }
            return hashes;
          },
        };
      },
    };
  },
};

const kawpowDags = new Map<number, Dag>();

/** Work of KawPow in Ravencoin's Stratum: each job has its target, each share its mix. About a hundred hashes a second. */
export const kawpowWork: MinerWork = {
  hashesPerDifficulty1: 1,
  hashesBetweenLooks: 1,
  open([id, header, , target, , height]) {
    const limit = Buffer.from(String(target), 'hex');
    const headerHash = Buffer.from(String(header), 'hex');
    const epoch = kawpowEpoch(Number(height));
    const own = BigInt(`0x${String(target)}`);
    return {
      id: String(id),
      // Difficulty 1 is a 255th easier than the power of two that it counts as.
      work: (HIGHEST + own / 2n) / own,
      search({ extranonce1 }, count) {
        const dag = kawpowDags.get(epoch) ?? openDag(dagInstance(), kawpowSizes(epoch));
        kawpowDags.set(epoch, dag);
        let nonce = BigInt(`0x${extranonce1.padEnd(16, '0')}`) + BigInt(count) * 2n ** 24n;
        return {
          run(hashes, onShare) {
            for (let done = 0; done < hashes; done += 1, nonce += 1n) {
              const { hash, mix } = dag.kawpow(headerHash, nonce, Number(height));
              if (Buffer.compare(hash, limit) > 0) continue;
              const digits = nonce.toString(16).padStart(16, '0');
              const params = [digits, String(header), Buffer.from(mix).toString('hex')].map(
                (text) => `0x${text}`,
              );
              onShare({ params, block: undefined });
            }
            return hashes;
          },
        };
      },
    };
  },
};
