import { afterEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { lateMs } from '@openlode/stratum/upstream/relay-rule';
import { TroubledWire } from '../../../../testing/troubled-wire.ts';
import type { PowVerifier } from '../runtime/proof-of-work/pow-verifier.ts';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { LaneEthereumMiner, standInEthash } from './testing/lane-ethereum-miner.ts';
import { ethashRelayOf, ethereumMinerOf, otherEthashPool, user } from './testing/relayed-ethereum-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('a port of Ethash whose work another pool gives in ethproxy', () => {
  it('judges each share, sends on what the other pool counts, and has the mix of those that do not say it', async () => {
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port]);
    await until(() => here.group.hasWork);
    const miners = [
      await ethereumMinerOf(closing, here, { from: 1n << 60n }),
      await ethereumMinerOf(closing, here, { from: 2n << 60n }),
      await ethereumMinerOf(closing, here, { dialect: 'ethereum-stratum' }),
    ];
    // All search one header, at an eighth of what a share takes there.
    expect(new Set(miners.map(({ works }) => works[0]?.header)).size).toBe(1);
    for (const miner of miners) {
      for (let share = 0; share < 4; share += 1)
        expect(await miner.submit(await miner.find(8n, 64n))).toBe('OK');
      expect(await miner.submit(await miner.find(70n))).toBe('OK');
    }
    await until(() => here.group.counts.accepted.shares === 3);
    const { judged, forwarded, accepted } = here.group.counts;
    expect([judged.shares, forwarded.shares]).toEqual([15, 3]);
    expect(accepted).toEqual(forwarded);
    expect(accepted.work).toBe(192n);
    // A block takes a thousand hashes by the word of our nodes.
    expect(here.group.blocks.expected).toBeCloseTo(0.12, 9);
    expect(await countedBy(here)).toEqual({ shares: 15, work: 120n });
    expect(await countedBy(theirs)).toEqual({ shares: 3, work: 192n });
    expect(here.relayed.relayed).toEqual({ upstream: 'other', networkWork: 1000n });
  });

  it('has each miner of EthereumStratum begin elsewhere, and counts what two find once, for the first', async () => {
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port]);
    await until(() => here.group.hasWork);
    const [one, other] = [
      await ethereumMinerOf(closing, here, { dialect: 'ethereum-stratum' }),
      await ethereumMinerOf(closing, here, { dialect: 'ethereum-stratum' }),
    ];
    const begins = [one, other].map(({ prefixes }) => prefixes.join());
    for (const begin of begins) expect(begin).toMatch(/^(?!0000)[0-9a-f]{4}$/);
    expect(begins[0]).not.toBe(begins[1]);
    // Two programs that begin where they like, and at the same place.
    const [first, second] = [
      await ethereumMinerOf(closing, here, { from: 5n << 60n }),
      await ethereumMinerOf(closing, here, { from: 5n << 60n }),
    ];
    const [share, same] = [await first.find(70n), await second.find(70n)];
    expect(same).toEqual(share);
    expect(await first.submit(share)).toBe('OK');
    expect(await second.submit(same)).toBe('Duplicate share');
    expect(await first.submit({ ...share, nonce: share.nonce.toUpperCase() })).toBe('Duplicate share');
    await until(() => here.group.counts.accepted.shares === 1);
    expect(here.group.counts.forwarded.shares).toBe(1);
    expect(theirs.results).toEqual(['accepted']);
    expect(await countedBy(here)).toEqual({ shares: 1, work: 8n });
  });

  it('calculates no share of work that is over', async () => {
    let calculated = 0;
    const counting: PowVerifier = {
      ...standInEthash,
      verify: (...share) => {
        calculated += 1;
        return standInEthash.verify(...share);
      },
    };
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port], {
      verifier: counting,
      connectionsMax: 1,
    });
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    const [late, over] = [await miner.find(8n, 64n), await miner.find(8n, 64n)];
    theirs.renew();
    await until(() => miner.works.length === 2);
    const before = calculated;
    expect(await miner.submit(late)).toBe('Job not found');
    expect(calculated).toBe(before + 1);
    await sleep(lateMs + 100);
    for (let time = 0; time < 3; time += 1) expect(await miner.submit(over)).toBe('Job not found');
    expect(calculated).toBe(before + 1);
  });

  it('gives no work where what a block takes falls to what it was years ago', async () => {
    let networkWork = 1n << 50n;
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port], {
      networkWorkOf: () => networkWork,
      connectionsMax: 1,
    });
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    networkWork = 1n << 34n;
    theirs.renew();
    await until(() => here.said.some((each) => each.includes('many times more, or less, than a moment ago')));
    await until(() => !here.group.hasWork);
    expect(miner.works).toHaveLength(1);
    expect(here.relayed.relayed?.networkWork).toBe(1n << 50n);
  });

  it('refuses a mix that is not that of the nonce, what is too easy, and work that it did not give', async () => {
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port]);
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    const share = await miner.find(70n);
    const easy = await miner.find(0n, 8n, { ...share.work, target: 2n ** 256n - 1n });
    expect(await miner.submit(easy)).toBe('Low difficulty share');
    const elsewhere = { ...share.work, header: 'ab'.repeat(32) };
    expect(await miner.submit({ ...share, work: elsewhere })).toBe('Job not found');
    let lie = 0;
    // Some mixes make a low hash, and none of them is right.
    for (let said = ''; said !== 'The proof of work is not that of the share'; lie += 1)
      said = await miner.submit({ ...share, mix: lie.toString(16).padStart(64, '0') });
    expect(await miner.submit(share)).toBe('OK');
    await until(() => here.group.counts.accepted.shares === 1);
    expect(here.group.counts.forwarded.shares).toBe(1);
    expect(await countedBy(here)).toEqual({ shares: 1, work: 8n });
  });

  it('has one price for a content, on whatever connection it came', async () => {
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port]);
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    const asking = new LaneEthereumMiner(here.listener.port, { dialect: 'ethereum-stratum' });
    closing.push(() => asking.close());
    await asking.ask('mining.subscribe', ['suite', 'EthereumStratum/1.0.0']);
    // Neither a password nor a wish makes another one.
    await asking.ask('mining.suggest_difficulty', [1]);
    await asking.ask('mining.authorize', [user, 'd=4096']);
    await until(() => asking.works.length > 0);
    const targets = [miner, asking].map(({ works }) => Number(works[0]?.target) / 2 ** 253);
    for (const target of targets) expect(target).toBeCloseTo(1, 3);
  });

  it('has the next work at an eighth of what the other pool asks for, where that raises its difficulty sixteen times', async () => {
    const theirs = await otherEthashPool(closing);
    const wire = await TroubledWire.start(theirs.listener.port);
    closing.push(() => wire.close());
    const here = await ethashRelayOf(closing, [wire.port], {
      networkWorkOf: () => 1n << 40n,
      connectionsMax: 1,
    });
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    expect(await miner.submit(await miner.find(8n, 64n))).toBe('OK');
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    wire.raise(16);
    // Known work keeps its price; what is sent on meets what it was said to take.
    expect(await miner.submit(await miner.find(8n, 64n))).toBe('OK');
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    theirs.renew();
    await until(() => miner.works.length === 2);
    expect(Number(miner.works[1]?.target) / 2 ** 249).toBeCloseTo(1, 3);
    expect(await miner.submit(await miner.find(130n, 1000n))).toBe('OK');
    expect(await miner.submit(await miner.find(1100n))).toBe('OK');
    wire.raise(1);
    theirs.renew();
    await until(() => miner.works.length === 3);
    expect(Number(miner.works[2]?.target) / 2 ** 253).toBeCloseTo(1, 3);
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    await until(() => here.group.counts.accepted.shares === 4);
    expect(here.group.counts.forwarded.shares).toBe(4);
    expect(here.group.counts.accepted.work).toBe(64n + 64n + 1024n + 64n);
    // Five at eight hashes, and two at 128.
    expect(await countedBy(here)).toEqual({ shares: 7, work: 5n * 8n + 2n * 128n });
    expect(await countedBy(theirs)).toEqual({ shares: 4, work: 256n });
  });

  it('counts what the other pool accepts, and no more, where nothing here judges', async () => {
    const theirs = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port], { judge: 'upstream' });
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    // Its difficulty is that of the other pool.
    expect(miner.works[0]?.target).toBe(2n ** 250n);
    for (let share = 0; share < 3; share += 1) expect(await miner.submit(await miner.find())).toBe('OK');
    const share = await miner.find();
    // A lie is known there alone.
    expect(await miner.submit({ ...share, mix: '0f'.repeat(32) })).toBe('Job not found');
    const { judged, forwarded, accepted } = here.group.counts;
    expect([judged, forwarded, accepted].map(({ shares }) => shares)).toEqual([0, 4, 3]);
    expect(await countedBy(here)).toEqual({ shares: 3, work: 192n });
    // What has no mix cannot be sent on.
    const mixless = await ethereumMinerOf(closing, here, { dialect: 'ethereum-stratum' });
    await until(() => mixless.works.length > 0);
    expect(await mixless.submit(await mixless.find())).toBe('The pool cannot verify shares right now');
  });

  it('goes on with the next work, and tells miners of another prefix where they asked to be told', async () => {
    const theirs = await otherEthashPool(closing);
    const next = await otherEthashPool(closing);
    const here = await ethashRelayOf(closing, [theirs.listener.port, next.listener.port], {
      connectionsMax: 1,
    });
    await until(() => here.group.hasWork);
    const miner = await ethereumMinerOf(closing, here);
    const following = await ethereumMinerOf(closing, here, { dialect: 'ethereum-stratum', follows: true });
    const rigid = await ethereumMinerOf(closing, here, { dialect: 'ethereum-stratum' });
    const late = await miner.find(8n, 64n);
    theirs.renew();
    await until(() => miner.works.length === 2 && following.works.length === 2);
    expect(await miner.submit(late)).toBe('Job not found');
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    await theirs.listener.close();
    // The next address has work, with other lanes: who cannot be told of one has to come again.
    await until(() => rigid.isClosed && miner.works.length === 3 && following.works.length === 3);
    expect(following.prefixes).toHaveLength(2);
    expect(await following.submit(await following.find(70n))).toBe('OK');
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    await until(() => next.results.length === 2);
    expect(next.results).toEqual(['accepted', 'accepted']);
  });

  it('has no work before a node of ours says what a block takes, nor with a seed that is none of theirs', async () => {
    const theirs = await otherEthashPool(closing);
    const silent = await ethashRelayOf(closing, [theirs.listener.port], { networkWorkOf: () => undefined });
    await until(() => silent.said.some((each) => each.includes('no node of ours says')));
    const elsewhere = await ethashRelayOf(closing, [theirs.listener.port], {
      seedsOf: () => ['ab'.repeat(32)],
    });
    await until(() =>
      elsewhere.said.some((each) =>
        each.includes('its seed is none that our nodes have said within ten minutes'),
      ),
    );
    for (const here of [silent, elsewhere]) {
      expect(here.group.hasWork).toBe(false);
      for (const dialect of ['ethproxy', 'ethereum-stratum'] as const) {
        const miner = new LaneEthereumMiner(here.listener.port, { dialect });
        closing.push(() => miner.close());
        expect(await miner.login(user)).toBe('There is no work yet, try again');
        await until(() => miner.isClosed);
      }
    }
  });
});
