import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hasMonerod, MoneroNodes } from '../../../../testing/monero-nodes.ts';
import { createCalcPow } from '../adapters/chains/monero/calc-pow.ts';
import { height92 } from '../adapters/chains/monero/testing/recorded.ts';
import { openNodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import { openRandomx } from '../runtime/proof-of-work/randomx-hasher.ts';
import { itWithRandomx } from '../runtime/proof-of-work/testing/where-randomx-is.ts';

const skipped = hasMonerod ? '' : ' (skipped: monerod is not installed; apt-get install monero)';

describe.skipIf(!hasMonerod)(`RandomX by the word of two nodes (monerod)${skipped}`, () => {
  let nodes: MoneroNodes;
  beforeAll(async () => {
    nodes = await MoneroNodes.start(1);
  });
  afterAll(() => nodes?.close());

  itWithRandomx(
    'is what its library says',
    async () => {
      const problems: string[] = [];

      const rpcs = [nodes.one, nodes.two].map(({ name, url }) => ({
        name,
        rpc: openNodeRpc({ url: new URL('/json_rpc', url) }),
      }));
      const calculate = createCalcPow({
        nodes: rpcs,
        now: () => performance.now(),
        onProblem: (node) => problems.push(node),
      });
      const seedHash = new Uint8Array(32).fill(7);
      const hasher = openRandomx(Buffer.from(seedHash).toString('hex'), new SharedArrayBuffer(64));
      const work = new Uint8Array(Buffer.from(height92.work, 'hex'));
      for (const nonce of [1, 2, 3]) {
        const blob = work.with(39, nonce);
        const input = { blob, seedHash, algorithm: 'rx/0' };
        expect(await calculate(input)).toEqual(hasher(input));
      }
      expect(problems).toEqual([]);
      hasher.close?.();
      for (const { rpc } of rpcs) rpc.close();
    },
    120_000,
  );
});
