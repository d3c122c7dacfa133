import { afterEach, describe, expect, it } from 'vitest';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { RehearsedPool, type StoredRound } from '../testing/rehearsed-pool.ts';
import { type ProxiedCall, RpcProxy } from '../testing/rpc-proxy.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';

const isPossible = hasLitecoind && postgresServer !== undefined;

/** Each process hands a block to both nodes. */
const callsOfTwo = 4;
const turns = 6;
const heldMsMax = 20_000;

describe.skipIf(!isPossible)('a pool on two litecoinds', () => {
  let rehearsed: RehearsedPool;
  let proxies: RpcProxy[] = [];
  afterEach(async () => {
    await rehearsed?.close();
    for (const proxy of proxies) await proxy.close();
    proxies = [];
  });

  /** Starts the pool behind a proxy for each named node. */
  async function open(
    proxied: (nodes: LitecoinNodes) => Promise<readonly { name: string; url: string; loginFile: string }[]>,
  ): Promise<LitecoinNodes> {
    const nodes = await LitecoinNodes.start(1);
    rehearsed = await RehearsedPool.start(
      postgresServer ?? '',
      Object.assign(nodes, { reached: await proxied(nodes) }),
    );
    return nodes;
  }

  it('counts a block once that two processes hand over at the same moment', {
    timeout: 900_000,
  }, async () => {
    let waiting: (() => void)[] | undefined;
    let together = 0;
    const release = (): void => {
      for (const go of waiting ?? []) go();
      waiting = undefined;
    };
    const before = ({ method }: ProxiedCall): Promise<void> | undefined => {
      if (method !== 'submitblock' || waiting === undefined) return undefined;
      const held = waiting;
      return new Promise((go) => {
        held.push(go);
        if (held.length < callsOfTwo) return;
        together += 1;
        release();
      });
    };
    const nodes = await open(async ({ one, two }) => {
      proxies = await Promise.all([one, two].map((node) => RpcProxy.start({ node, before })));
      return [one, two].map(({ name, loginFile }, index) => ({
        name,
        loginFile,
        url: proxies[index]?.url ?? '',
      }));
    });
    for (let turn = 0; turn < turns; turn += 1) {
      await rehearsed.endSecond();
      await rehearsed.pool.restart('SIGKILL', { OPENLODE_CRASH_AT: 'block-unsubmitted:1' });
      // Its miner may see the end before the acknowledgement.
      await rehearsed.mine(1).catch(() => []);
      if ((await rehearsed.pool.ended(30_000)) === undefined) throw new Error('the pool did not die');
      waiting = [];
      // A process that finds the block accepted already hands nothing over, and the calls of the other one would wait for ever.
      const timer = setTimeout(release, heldMsMax);
      await Promise.all([rehearsed.pool.restart('SIGKILL'), rehearsed.second()]);
      const isJudged = ({ state, problem }: StoredRound): boolean =>
        state !== 'candidate' || problem !== null;
      await rehearsed.untilRounds((rounds) => rounds.length > turn && rounds.every(isJudged));
      clearTimeout(timer);
      release();
      await nodes.mine(7);
      await rehearsed.letVerdictsStand();
    }
    await nodes.mine(101);
    const rounds = await rehearsed.settle();
    expect(together).toBeGreaterThan(0);
    const credited = rounds.filter(({ state }) => state === 'credited');
    expect(credited.length).toBeGreaterThanOrEqual(turns);
    for (const { hash } of credited)
      expect([hash, await nodes.one.hasBlock(hash), await nodes.two.hasBlock(hash)]).toEqual([
        hash,
        true,
        true,
      ]);
    const query = (text: string) => rehearsed.database.query(text);
    expect(await query('SELECT round_id FROM reward_lines GROUP BY round_id HAVING count(*) > 1')).toEqual(
      [],
    );
    expect(await query('SELECT count(*)::int AS credits FROM credits')).toEqual([
      { credits: credited.length },
    ]);
  });

  it('believes two of three nodes, and credits nothing by the word of one', {
    timeout: 900_000,
  }, async () => {
    let lie: 'orphaned' | 'mature' | undefined;
    const heights = new Map<string, number>();
    const answer = ({ method, params: [asked, isVerbose] }: ProxiedCall): unknown => {
      if (lie === undefined) return undefined;
      const height = heights.get(String(asked));
      if (method === 'getblockheader' && isVerbose !== false && height !== undefined)
        return { height, confirmations: lie === 'mature' ? 300 : -1 };
      if (method !== 'getblockhash') return undefined;
      const own = [...heights].find(([, at]) => at === asked)?.[0];
      return own === undefined || lie === 'mature' ? own : 'ab'.repeat(32);
    };
    const nodes = await open(async ({ one, two }) => {
      const proxy = await RpcProxy.start({ node: two, lie: answer });
      proxies = [proxy];
      return [one, two, { name: 'three', url: proxy.url, loginFile: two.loginFile }];
    });
    const learn = async (): Promise<void> => {
      const rows = await rehearsed.database.query('SELECT block_hash, block_height::int FROM rounds');
      for (const { block_hash: hash, block_height: height } of rows)
        heights.set(String(hash), Number(height));
    };

    await rehearsed.mine(3);
    await nodes.mine(0);
    await learn();
    lie = 'orphaned';
    await nodes.mine(101);
    const credited = (await rehearsed.settle()).map(({ state }) => state);
    expect(credited.filter((state) => state === 'credited').length).toBeGreaterThanOrEqual(3);
    const count = 'SELECT count(*)::int AS credits FROM credits';
    const before = await rehearsed.database.query(count);

    lie = undefined;
    await nodes.two.signal('SIGTERM');
    const [lost] = await rehearsed.mine(1);
    await learn();
    lie = 'mature';
    await nodes.two.start();
    await nodes.cut();
    await nodes.two.generate(10);
    await nodes.join();
    await nodes.mine(110);
    await rehearsed.settle();
    const round = (await rehearsed.rounds()).find(({ hash }) => hash === lost);
    expect(round).toMatchObject({ state: 'accepted', problem: expect.stringContaining('three: mature') });
    expect(await rehearsed.database.query(count)).toEqual(before);
  });
});
