import { describe, expect, it } from 'vitest';
import { connectedMax, createConnectedWorkers } from './connected-workers.ts';

const miner = { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: null };
const login = (worker: string, change: object = {}) => ({ ...miner, worker, referralCode: null, ...change });

describe('the workers that are connected', () => {
  it('are known by their miner from their login to the end of their connection', () => {
    const connected = createConnectedWorkers();
    const [one, two] = [{}, {}];
    connected.enter(one, login('rig1'), 'sha256', 1000);
    connected.enter(two, login('rig2'), 'scrypt', 2000);
    expect(connected.of(miner)).toEqual([
      { worker: 'rig2', algorithm: 'scrypt', since: 2000 },
      { worker: 'rig1', algorithm: 'sha256', since: 1000 },
    ]);
    connected.leave(one);
    connected.leave(one);
    expect(connected.of(miner)).toEqual([{ worker: 'rig2', algorithm: 'scrypt', since: 2000 }]);
    connected.leave(two);
    expect(connected.of(miner)).toEqual([]);
  });

  it('are those of exactly this coin, address and memo', () => {
    const connected = createConnectedWorkers();
    connected.enter({}, login('rig1', { memo: '7' }), 'sha256', 1000);
    connected.enter({}, login('rig2', { coin: 'LTC' }), 'sha256', 1000);
    expect(connected.of(miner)).toEqual([]);
    expect(connected.of({ ...miner, memo: '7' })).toHaveLength(1);
  });

  it('are one a connection, with its newest login, and several miners of one connection', () => {
    const connected = createConnectedWorkers();
    const connection = {};
    connected.enter(connection, login('rig1'), 'sha256', 1000);
    connected.enter(connection, login('rig9'), 'sha256', 3000);
    connected.enter(connection, login('rig1', { coin: 'LTC' }), 'sha256', 4000);
    expect(connected.of(miner)).toEqual([{ worker: 'rig9', algorithm: 'sha256', since: 3000 }]);
    connected.leave(connection);
    expect([connected.of(miner), connected.of({ ...miner, coin: 'LTC' })]).toEqual([[], []]);
  });

  it('are at most a hundred, the newest', () => {
    const connected = createConnectedWorkers();
    for (let at = 1; at <= connectedMax + 5; at += 1) connected.enter({}, login(`rig${at}`), 'sha256', at);
    const found = connected.of(miner);
    expect([found.length, found[0]?.since, found.at(-1)?.since]).toEqual([100, 105, 6]);
  });
});
