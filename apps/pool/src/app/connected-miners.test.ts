import { describe, expect, it } from 'vitest';
import { ClientGate } from '../edges/stratum/client-gate.ts';
import { hashOfClient } from '../edges/stratum/miner-log.ts';
import { connectedMiners } from './connected-miners.ts';

const secret = new Uint8Array(32).fill(7);
/** A quarter of an hour before midnight, UTC. */
const evening = Date.UTC(2026, 4, 1, 23, 45);
const doge = { coin: 'DOGE', network: 'DOGE', address: 'D1', memo: null, worker: 'rig1', referralCode: null };
const xrp = { coin: 'XRP', network: 'XRP', address: 'r1', memo: '77', worker: 'rig2', referralCode: null };

const connection = (
  clientAddress: string,
  age: number,
  logins: readonly (typeof doge | typeof xrp)[] = [],
) => ({
  permit: { clientAddress },
  times: { age, silent: 2 },
  logins,
  hasAcceptedShare: logins.length > 0,
});

describe('who is connected', () => {
  let now = evening;
  const clock = { now: () => now };
  const gate = new ClientGate(clock);
  const single = { process: 'pool', countTaking: async () => 1 };
  const connected = connectedMiners({
    ...single,
    clock,
    secret,
    gate,
    listeners: () => [
      [
        'sha256',
        [
          {
            port: 3433,
            isSecure: false,
            connected: [connection('192.0.2.1', 60, [doge, xrp]), connection('192.0.2.2', 5)],
          },
          { port: 4433, isSecure: true, connected: [connection('2001:db8:0:1::/64', 30, [xrp])] },
        ],
      ],
      ['scrypt', [{ port: 3443, isSecure: false, connected: [connection('192.0.2.1', 10, [doge])] }]],
    ],
  });
  const found = (query: object) =>
    connected
      .sessions({ limit: 10, ...query })
      .map(({ algorithm, port, client }) => [algorithm, port, client].join(' '));

  it('lists the newest first, by miner, algorithm and network address, and no more than is asked for', () => {
    const all = [
      'sha256 3433 192.0.2.2',
      'scrypt 3443 192.0.2.1',
      'sha256 4433 2001:db8:0:1::/64',
      'sha256 3433 192.0.2.1',
    ];
    expect(found({})).toEqual(all);
    expect(found({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(found({ algorithm: 'scrypt' })).toEqual(['scrypt 3443 192.0.2.1']);
    expect(found({ miner: { coin: 'XRP', address: 'r1' } })).toEqual([all[2], all[3]]);
    expect(found({ miner: { coin: 'DOGE', address: 'r1' } })).toEqual([]);
    expect(found({ client: '2001:db8:0:1:5::9' })).toEqual([all[2]]);
    expect(found({ client: '::ffff:192.0.2.1', algorithm: 'sha256' })).toEqual([all[3]]);
  });

  it('says of each who it is, since when, and what the log calls its address', () => {
    const [, , secure, oldest] = connected.sessions({ limit: 10 });
    expect(oldest).toEqual({
      algorithm: 'sha256',
      port: 3433,
      isSecure: false,
      since: evening - 60_000,
      heardAt: evening - 2000,
      hasShare: true,
      miner: 'DOGE:D1',
      worker: 'rig1',
      workers: 2,
      client: '192.0.2.1',
      source: hashOfClient(secret, '192.0.2.1', evening),
    });
    expect(secure).toMatchObject({ miner: 'XRP:r1:77', isSecure: true, workers: 1 });
    expect(connected.sessions({ limit: 1 })[0]).toMatchObject({ miner: null, worker: null, workers: 0 });
  });

  it('ends the ban of the source that is named, also by its name of before midnight, and no other', async () => {
    for (const address of ['192.0.2.7', '192.0.2.8']) {
      const admission = gate.admit(address);
      if (admission.kind !== 'admitted') throw new Error(admission.kind);
      while (admission.permit.recordViolation('endless-line') === undefined) continue;
      admission.permit.leave();
    }
    const source = hashOfClient(secret, '192.0.2.7', evening);
    expect(connected.bans(9).map(({ client, reason, until }) => [client, reason, until])).toEqual([
      ['192.0.2.7', 'endless-line', evening + 600_000],
      ['192.0.2.8', 'endless-line', evening + 600_000],
    ]);
    expect(connected.bans(1)).toHaveLength(1);
    expect(await connected.bannedAs('192.0.2.7')).toEqual([]);
    now = Date.UTC(2026, 4, 2, 0, 0);
    // Banned again there, after midnight: bans are of ten minutes.
    const other = gate.admit('192.0.2.9');
    if (other.kind !== 'admitted') throw new Error(other.kind);
    while (other.permit.recordViolation('endless-line') === undefined) continue;
    expect(connected.bans(9).map(({ client }) => client)).toEqual(['192.0.2.9']);
    const before = hashOfClient(secret, '192.0.2.9', evening);
    expect([await connected.bannedAs(before), await connected.bannedAs(source)]).toEqual([['192.0.2.9'], []]);
    connected.lift('192.0.2.9');
    expect([connected.bans(9), gate.admit('192.0.2.9').kind]).toEqual([[], 'admitted']);
  });

  it('lets miners be answered while it looks for one of many bans', async () => {
    const clients = Array.from({ length: 1000 }, (_, index) => `198.51.${index >> 8}.${index & 255}`);
    const many = connectedMiners({
      ...single,
      clock,
      secret,
      gate: {
        bans: () => clients.map((client) => [client, { reason: 'endless-line', until: now + 1 }] as const),
        liftBans: () => undefined,
        pause: () => undefined,
      },
      listeners: () => [],
    });
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await many.bannedAs(hashOfClient(secret, '198.51.3.231', now))).toEqual(['198.51.3.231']);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('has neither where the process has no listeners', async () => {
    const none = connectedMiners({ ...single, clock, secret, gate: undefined, listeners: () => [] });
    none.lift('x');
    expect(none.takesMiners).toBe(false);
    expect([none.sessions({ limit: 5 }), none.bans(9), await none.bannedAs('x')]).toEqual([[], [], []]);
  });
});
