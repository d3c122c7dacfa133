import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLitecoind, type LitecoinNode, LitecoinNodes } from '../../../../testing/litecoin-nodes.ts';
import { judgeRelayedBlock } from '../domain/treasury/relayed-blocks/judge-relayed-block.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { witnessesOnNodes } from './open-witnesses.ts';

const minute = 60_000;

describe.skipIf(!hasLitecoind)('blocks of another pool, by two litecoinds', () => {
  let nodes: LitecoinNodes;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    nodes = await LitecoinNodes.start(3);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await nodes?.close();
  });

  const asking = (...of: readonly LitecoinNode[]) =>
    witnessesOnNodes(
      {
        chains: [
          {
            coin: 'LTC',
            nodes: of.map(({ name, url, loginFile }) => ({ name, url: new URL(url), loginFile })),
          },
        ] as unknown as NodePool['chains'],
        upstreams: [{ coin: 'LTC', algorithm: 'scrypt' }] as unknown as NonNullable<NodePool['upstreams']>,
      },
      [],
      (_, close) => void closing.push(close),
    );
  const tipOf = (node: LitecoinNode): Promise<string> => node.ask<string>('getbestblockhash');

  it('are in the chain once three stand on them, missing where no node has heard of them, and lost where one has', async () => {
    const { one, two } = nodes;
    const parent = await tipOf(one);
    await nodes.mine(1);
    const found = { hash: await tipOf(one), parent };
    const fate = async (block: typeof found, ...of: readonly LitecoinNode[]): Promise<string> =>
      judgeRelayedBlock(await asking(...of).ask('LTC', block), minute);
    expect(await fate(found, one, two)).toBe('waiting');
    await nodes.mine(2);
    expect(await fate(found, one, two)).toBe('waiting');
    await nodes.mine(1);
    expect(await fate(found, one, two)).toBe('in-chain');

    // Node two finds a block alone, and node one goes on without it.
    await nodes.cut();
    const before = await tipOf(one);
    // Paid to another script: two blocks of one second are otherwise the same.
    await two.ask('generatetodescriptor', 1, 'raw(52)');
    const hidden = { hash: await tipOf(two), parent: before };
    await one.generate(3);
    expect(await fate(hidden, one)).toBe('waiting');
    await one.generate(1);
    expect(await fate(hidden, one)).toBe('missing');
    expect(await fate(hidden, one, two)).toBe('waiting');
    await nodes.join();
    expect(await fate(hidden, one)).toBe('missing');
    expect(await fate(hidden, one, two)).toBe('lost');
  });
});
