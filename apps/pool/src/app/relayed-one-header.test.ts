import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { silenceOf } from './relay-limits.ts';
import { oneHeaderPool } from './testing/one-header-pool.ts';
import { LaneEthereumMiner } from './testing/lane-ethereum-miner.ts';
import { ethashRelayOf, ethereumMinerOf, user } from './testing/relayed-ethereum-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const bothOpen = 2n ** 256n / 64n;
/** As miners of ethproxy are told. */
const eighth = 2n ** 253n;

describe('a pool of ethproxy that gives one header on all its connections', () => {
  it('has one price for it, also on a connection that asks for more, and nothing counts on both', async () => {
    const theirs = await oneHeaderPool(closing, [64n, 512n]);
    const here = await ethashRelayOf(closing, [theirs.port]);
    await until(() => here.group.connections === 2 && here.group.easiestTarget === bothOpen);
    await until(() => theirs.sockets.length === 2);
    const miner = await ethereumMinerOf(closing, here);
    expect(miner.works[0]?.target).toBe(eighth);
    const share = await miner.find(600n);
    const light = await miner.find(8n, 64n);
    for (const each of [share, light]) expect(await miner.submit(each)).toBe('OK');
    await until(() => theirs.results.length === 1);
    // Its connection is lost: it goes on at the other one, whose shares take eight times as much.
    theirs.sockets[0]?.destroy();
    await until(() => here.group.easiestTarget === 2n ** 256n / 512n);
    const late = await ethereumMinerOf(closing, here, { from: 7n << 60n });
    expect(late.works[0]?.target).toBe(eighth);
    for (const each of [share, light]) expect(await late.submit(each)).toBe('Duplicate share');
    expect(await late.submit(await late.find(8n, 64n))).toBe('OK');
    expect(await late.submit(await late.find(600n))).toBe('OK');
    await until(() => theirs.results.length === 2);
    expect(theirs.results).toEqual(['accepted', 'accepted']);
    expect(await countedBy(here)).toEqual({ shares: 4, work: 32n });
    // A header of now is worth what is asked for now.
    theirs.give('02'.repeat(32));
    await until(() => late.works.length === 2);
    expect(late.works[1]?.target).toBe(2n ** 250n);
  });

  it('prices what comes first by the connection that asks for least, so that it hides nothing of another', async () => {
    const theirs = await oneHeaderPool(closing, [512n, 64n]);
    const here = await ethashRelayOf(closing, [theirs.port]);
    await until(() => here.group.connections === 2 && here.group.easiestTarget === bothOpen);
    const miner = await ethereumMinerOf(closing, here);
    expect(miner.works[0]?.target).toBe(eighth);
    theirs.give('02'.repeat(32));
    await until(() => miner.works.length === 2);
    expect(miner.works[1]?.target).toBe(eighth);
  });

  it('gives no miner the header that it had before a start of ours: shares that were counted count once', async () => {
    const theirs = await oneHeaderPool(closing, [64n, 64n, 64n]);
    const before = await ethashRelayOf(closing, [theirs.port], { connectionsMax: 1 });
    await until(() => before.group.hasWork);
    const miner = await ethereumMinerOf(closing, before);
    const kept = await miner.find(8n, 64n);
    expect(await miner.submit(kept)).toBe('OK');
    // Another process does not know of that share.
    const after = await ethashRelayOf(closing, [theirs.port], { connectionsMax: 1, isFirstStart: false });
    await until(() => theirs.sockets.length === 2);
    const early = new LaneEthereumMiner(after.listener.port, {});
    closing.push(() => early.close());
    expect(await early.login(user)).toBe('There is no work yet, try again');
    theirs.give('02'.repeat(32));
    await until(() => after.group.hasWork);
    const again = await ethereumMinerOf(closing, after);
    expect(again.works.map(({ header }) => header)).toEqual(['02'.repeat(32)]);
    expect(await again.submit(kept)).toBe('Job not found');
    expect(await again.submit(await again.find(8n, 64n))).toBe('OK');
    expect(await countedBy(after)).toEqual({ shares: 1, work: 8n });
  });
});

it('counts as dead after two minutes without work; after ten where blocks come seldom', () => {
  expect(['ethash', 'etchash', 'sha256', 'randomx', 'equihash'].map(silenceOf)).toEqual([
    120_000, 120_000, 120_000, 600_000, 600_000,
  ]);
});
