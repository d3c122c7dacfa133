import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../../testing/free-port.ts';
import { hasLitecoind, LitecoinNodes } from '../../../../testing/litecoin-nodes.ts';
import { RehearsedPool } from '../../../../testing/rehearsed-pool.ts';
import { postgresServer } from '../../../../testing/scratch-postgres.ts';
import { auxFacts } from '../adapters/chains/bitcoin/aux/aux-facts.ts';
import { AuxNetwork, StandInAuxNode } from '../adapters/chains/bitcoin/testing/aux-node.ts';
import { ServedAuxNode } from '../adapters/chains/bitcoin/testing/served-aux-node.ts';
import { scrypt } from '../sandbox/chain/scrypt.ts';

/** Of the first key, on a test network of either chain. */
const auxAddress = 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8';

interface Round {
  readonly chain: string;
  readonly hash: string;
  readonly state: string;
}

// Litecoin's nodes are real ones. No node of Dogecoin or Bells installs here: these are stand-ins that take a proof as those do.
describe.skipIf(!hasLitecoind || postgresServer === undefined)(
  'one share, several blocks: two litecoinds and stand-ins for nodes of Dogecoin and Bells',
  () => {
    const doge = new AuxNetwork(auxFacts('DOGE'));
    const bells = new AuxNetwork(auxFacts('BELLS'));
    const standIns = [
      new StandInAuxNode(auxFacts('DOGE'), doge, scrypt),
      new StandInAuxNode(auxFacts('DOGE'), doge, scrypt),
      new StandInAuxNode(auxFacts('BELLS'), bells, scrypt),
    ] as const;
    let folder: string;
    let served: readonly [ServedAuxNode, ServedAuxNode, ServedAuxNode];
    let rehearsed: RehearsedPool;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openlode-merged-'));
      const port = await freePorts(3);
      const serve = (name: string, index: 0 | 1 | 2) =>
        new ServedAuxNode(name, standIns[index], { folder, port: port + index });
      served = [serve('one', 0), serve('two', 1), serve('one', 2)];
      for (const node of served) await node.start();
      const [first, second, third] = served;
      const nodes = Object.assign(await LitecoinNodes.start(1), {
        merged: [
          { coin: 'DOGE', address: auxAddress, nodes: [first, second] },
          { coin: 'BELLS', address: auxAddress, nodes: [third] },
        ],
      });
      rehearsed = await RehearsedPool.start(postgresServer ?? '', nodes);
    }, 600_000);
    afterAll(async () => {
      await rehearsed?.close();
      for (const node of served ?? []) await node.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const rounds = async (chain: string): Promise<readonly Round[]> =>
      (
        (await rehearsed.database.query(
          'SELECT chain, block_hash AS hash, state FROM rounds ORDER BY id',
        )) as unknown as Round[]
      ).filter((round) => round.chain === chain);

    /** Rounds of the three chains, once every one has been judged. */
    async function judged(): Promise<Readonly<Record<'ltc' | 'doge' | 'bells', readonly Round[]>>> {
      await rehearsed.untilRounds((all) => all.every(({ state }) => state !== 'candidate'));
      const [ltc, ofDoge, ofBells] = await Promise.all(
        ['ltc', 'doge', 'bells'].map((name) => rounds(`${name}-regtest`)),
      );
      return { ltc: ltc ?? [], doge: ofDoge ?? [], bells: ofBells ?? [] };
    }

    it('are found by one share, each with a hash of its own, and taken by the nodes of each', async () => {
      const found = await rehearsed.mine(1);
      const { ltc, doge: ofDoge, bells: ofBells } = await judged();
      expect(ltc.map(({ hash }) => hash)).toEqual(found);
      expect(ofDoge.map(({ hash, state }) => [hash, state])).toEqual([[doge.tip, 'accepted']]);
      expect(ofBells.map(({ hash, state }) => [hash, state])).toEqual([[bells.tip, 'accepted']]);
      expect(new Set([...ltc, ...ofDoge, ...ofBells].map(({ hash }) => hash)).size).toBe(3);
      expect(standIns.map(({ refusals }) => refusals)).toEqual([[], [], []]);
    });

    it('go on where one of them hangs up, and take up that chain again', async () => {
      const [, , bellsNode] = served;
      const countAfterShare = async (): Promise<number> => {
        const before = (await rounds('bells-regtest')).length;
        await rehearsed.mine(1);
        return (await rounds('bells-regtest')).length - before;
      };
      await bellsNode.stop();
      // Its work is given up 20 seconds after its last answer: until then blocks of it are found, and wait for it.
      await expect.poll(countAfterShare, { timeout: 120_000, interval: 3000 }).toBe(0);
      expect((await rounds('ltc-regtest')).length).toBeGreaterThan(1);
      await bellsNode.start();
      await expect.poll(countAfterShare, { timeout: 120_000, interval: 3000 }).toBe(1);
      expect((await judged()).bells.at(-1)).toMatchObject({ hash: bells.tip, state: 'accepted' });
    });

    it('enter all three chains though the pool dies before it hands over the first of them', async () => {
      const before = await judged();
      await rehearsed.pool.restart('SIGKILL', { OPENLODE_CRASH_AT: 'block-unsubmitted:1' });
      await rehearsed.mine(1).catch(() => []);
      expect(await rehearsed.pool.ended(60_000)).toBeDefined();
      await rehearsed.pool.restart('SIGKILL');
      await rehearsed.untilRounds(
        (all) => all.length >= before.ltc.length + before.doge.length + before.bells.length + 3,
      );
      const after = await judged();
      expect(after.doge.at(-1)).toMatchObject({ hash: doge.tip, state: 'accepted' });
      expect(after.bells.at(-1)).toMatchObject({ hash: bells.tip, state: 'accepted' });
    });

    it('mature by themselves, and are credited exactly where their chain has them', async () => {
      await rehearsed.mine(10);
      await judged();
      doge.extend(auxFacts('DOGE').maturity);
      await rehearsed.settle();
      // Bells' and Litecoin's have to wait.
      expect(new Set((await rounds('bells-regtest')).map(({ state }) => state))).toEqual(
        new Set(['accepted']),
      );
      bells.extend(auxFacts('BELLS').maturity);
      await rehearsed.nodes.mine(101);
      await rehearsed.settle();
      for (const [name, network] of [
        ['doge', doge],
        ['bells', bells],
      ] as const) {
        const all = await rounds(`${name}-regtest`);
        expect(all.length).toBeGreaterThan(10);
        for (const { hash, state } of all)
          expect([hash, state]).toEqual([hash, network.hashes.includes(hash) ? 'credited' : 'orphaned']);
      }
      for (const { hash, state } of await rounds('ltc-regtest'))
        expect([hash, state]).toEqual([
          hash,
          (await rehearsed.nodes.one.hasBlock(hash)) ? 'credited' : 'orphaned',
        ]);
      expect(standIns.flatMap(({ refusals }) => refusals)).toEqual([]);
    });
  },
);
