import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectionPermit } from './connection-permit.ts';
import { ClientGate } from './client-gate.ts';

/** Five times what the gate of that test remembers; the long suites ask fifty times. */
const others = process.env['TEST_LONG'] === '1' ? 100_000 : 10_000;

function enter(gate: ClientGate, address: string): ConnectionPermit {
  const admission = gate.admit(address);
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  return admission.permit;
}

/** A connection with an accepted share. */
function mine(gate: ClientGate, address: string): ConnectionPermit {
  const permit = enter(gate, address);
  permit.creditShare();
  return permit;
}

function ban(gate: ClientGate, address: string): void {
  const permit = enter(gate, address);
  while (permit.recordViolation('endless-line') === undefined) continue;
  permit.leave();
}

describe('the gate', () => {
  let now = 1_000_000;
  const clock = { now: () => now };

  it('lets 256 connections of one address in, 1,024 of its network, and counts those that leave', () => {
    const gate = new ClientGate(clock);
    const permits = Array.from({ length: 256 }, () => mine(gate, '192.0.2.1'));
    expect(gate.admit('::ffff:192.0.2.1')).toEqual({ kind: 'connection-limit', clientAddress: '192.0.2.1' });
    for (let host = 2; host < 5; host++) {
      for (let count = 0; count < 256; count++) mine(gate, `192.0.2.${host}`);
    }
    expect(gate.admit('192.0.2.4').kind).toBe('connection-limit');
    expect(gate.admit('192.0.3.1').kind).toBe('admitted');
    permits[0]?.leave();
    expect(gate.admit('192.0.2.99').kind).toBe('admitted');
  });

  it.each([
    ['/24', 8, (clientAddress: number) => `192.0.2.${clientAddress}`],
    ['/56', 16, (clientAddress: number) => `2001:db8:0:${clientAddress}::1`],
    ['/48', 8, (clientAddress: number) => `2001:db8:0:${clientAddress}00::1`],
  ])('lets no few sources of a %s keep a neighbour out, whatever they mine', (_network, max, addressOf) => {
    const gate = new ClientGate(clock, { connectionsPerNetworkMax: max });
    const evicted: number[] = [];
    for (const clientAddress of [1, 2]) {
      for (let count = 0; count < 4; count++) {
        const admission = gate.admit(addressOf(clientAddress));
        if (admission.kind !== 'admitted') break;
        admission.permit.creditShare();
        admission.permit.onEvict(() => evicted.push(clientAddress));
      }
    }
    const neighbour = [1, 2, 3, 4].map(() => {
      const admission = gate.admit(addressOf(3));
      if (admission.kind === 'admitted') admission.permit.creditShare();
      return admission.kind;
    });
    // Never more than the others have.
    expect(neighbour.slice(0, 2)).toEqual(['admitted', 'admitted']);
    expect(neighbour.at(-1)).toBe('connection-limit');
    expect(evicted.length).toBeGreaterThan(0);
    expect(evicted).not.toContain(3);
  });

  it('counts a /64 of IPv6 as one', () => {
    const gate = new ClientGate(clock, { connectionsPerClientMax: 1 });
    mine(gate, '2001:db8:0:1::1');
    expect(gate.admit('2001:db8:0:1:ffff::2').kind).toBe('connection-limit');
    expect(gate.admit('2001:db8:0:2::1').kind).toBe('admitted');
  });

  it('names the bans that last, and ends one with the errors that led to it', () => {
    const gate = new ClientGate(clock);
    ban(gate, '192.0.2.1');
    ban(gate, '2001:db8:0:1::1');
    expect([...gate.bans()].map(([name, { reason }]) => [name, reason])).toEqual([
      ['192.0.2.1', 'endless-line'],
      ['2001:db8:0:1::/64', 'endless-line'],
    ]);
    gate.liftBans('192.0.2.1');
    gate.liftBans('198.51.100.1');
    expect([...gate.bans()].map(([name]) => name)).toEqual(['2001:db8:0:1::/64']);
    const permit = enter(gate, '192.0.2.1');
    // All of the allowance is there again: one error does not lead to the next ban.
    expect(permit.recordViolation('endless-line')).toBeUndefined();
    expect(gate.banScore('192.0.2.1')).toBe(100);
    expect(gate.admit('2001:db8:0:1::2').kind).toBe('banned');
    now += 600_001;
    expect([...gate.bans()]).toEqual([]);
  });

  it('names and ends the ban of a network into which many were summed up', () => {
    const gate = new ClientGate(clock, { clientsMax: 4 });
    for (let host = 1; host <= 5; host += 1) ban(gate, `203.0.113.${host}`);
    const names = [...gate.bans()].map(([name]) => name);
    expect(names).toContain('203.0.113.0/24');
    for (const name of names) gate.liftBans(name);
    expect([...gate.bans()]).toEqual([]);
    expect(gate.admit('203.0.113.1').kind).toBe('admitted');
  });

  it('has a budget for each class of message, shared by the connections of a source', () => {
    const gate = new ClientGate(clock);
    const [first, second] = [enter(gate, '192.0.2.1'), enter(gate, '192.0.2.1')];
    for (let count = 0; count < 256; count++) {
      expect(first.allowMessage('login') && second.allowMessage('login')).toBe(true);
    }
    expect(first.allowMessage('login')).toBe(false);
    expect(first.allowMessage('submit')).toBe(true);
    expect(enter(gate, '192.0.2.2').allowMessage('login')).toBe(true);
    now += 1000;
    for (let count = 0; count < 5; count++) expect(second.allowMessage('login')).toBe(true);
    expect(second.allowMessage('login')).toBe(false);
  });

  it('bans a source for ten minutes with the reason and the end', () => {
    now = Date.UTC(2026, 0, 15);
    const gate = new ClientGate(clock);
    const permit = enter(gate, '192.0.2.1');
    for (let count = 0; count < 50; count++) expect(permit.recordViolation('not-stratum')).toBeUndefined();
    expect(gate.banScore('192.0.2.1')).toBe(1000);
    const text = 'Banned until 2026-01-15T00:10:00Z: this is a mining port and something else was spoken';
    expect(permit.recordViolation('not-stratum')).toBe(text);
    expect(gate.admit('192.0.2.1')).toEqual({ kind: 'banned', clientAddress: '192.0.2.1', text });
    expect(gate.admit('192.0.2.2').kind).toBe('admitted');
    now += 600_000;
    expect(gate.admit('192.0.2.1').kind).toBe('admitted');
  });

  it('remembers a bounded number of sources and never forgets one that is connected [I8]', () => {
    const gate = new ClientGate(clock, { clientsMax: 100 });
    const kept = enter(gate, '192.0.2.1');
    for (let index = 0; index < 5000; index++) enter(gate, `10.0.${index >> 8}.${index & 255}`).leave();
    // Besides the one that is connected, with its network.
    expect(gate.remembered).toBeLessThanOrEqual(102);
    kept.recordViolation('endless-line');
    expect(gate.banScore('192.0.2.1')).toBe(100);
  });

  it('leaves those alone that the operator exempts', () => {
    const gate = new ClientGate(clock, { exempt: (address) => address === '127.0.0.1' });
    for (let count = 0; count < 2000; count++) {
      const permit = enter(gate, '127.0.0.1');
      expect(permit.allowMessage('other')).toBe(true);
      expect(permit.recordViolation('endless-line')).toBeUndefined();
    }
    expect(gate.remembered).toBe(0);
  });

  it('makes room among those without an accepted share, in the network with the most connections first', () => {
    const gate = new ClientGate(clock, { connectionsMax: 4 });
    const evicted: string[] = [];
    const idle = (address: string, name: string) => enter(gate, address).onEvict(() => evicted.push(name));
    idle('192.0.2.1', 'honest newcomer');
    idle('198.51.100.1', 'other 1');
    idle('198.51.100.2', 'other 2');
    mine(gate, '203.0.113.1').onEvict(() => evicted.push('miner'));
    mine(gate, '203.0.113.2');
    expect(evicted).toEqual(['other 1']);
    mine(gate, '203.0.113.3');
    mine(gate, '203.0.113.4');
    expect(evicted.toSorted()).toEqual(['honest newcomer', 'other 1', 'other 2']);
    expect(gate.admit('203.0.113.5').kind).toBe('connection-limit');
  });

  it('lets a small network in where 20 networks mine on all 20,000 connections', () => {
    const gate = new ClientGate(clock);
    const evicted: string[] = [];
    const attack = (network: number, host: number): boolean => {
      const admission = gate.admit(`10.1.${network}.${host}`);
      if (admission.kind !== 'admitted') return false;
      admission.permit.creditShare();
      admission.permit.onEvict(() => evicted.push(`attacker ${network}.${host}`));
      return true;
    };
    for (let network = 0; network < 20; network++) {
      for (let host = 1; host <= 4; host++) {
        for (let count = 0; count < 250; count++) expect(attack(network, host)).toBe(true);
      }
    }
    // Newcomers have no share yet, and none makes room for another one.
    for (let host = 0; host < 200; host++)
      enter(gate, `172.16.${host}.1`).onEvict(() => evicted.push('newcomer'));
    const farm = Array.from({ length: 200 }, () => mine(gate, '192.0.2.1'));
    for (const rig of farm) rig.onEvict(() => evicted.push('farm'));
    expect(evicted).toHaveLength(400);
    expect(evicted.filter((who) => !who.startsWith('attacker'))).toEqual([]);
    // They lose evenly: by network, and within it by client address.
    const losses = new Map<string, number>();
    for (const who of evicted) losses.set(who, (losses.get(who) ?? 0) + 1);
    expect([...losses.values()]).toEqual(Array.from({ length: 80 }, () => 5));
    // Who comes back takes the places of other attackers only.
    for (let round = 0; round < 5; round++)
      for (let network = 0; network < 20; network++) attack(network, 1 + (round % 4));
    expect(evicted.filter((who) => !who.startsWith('attacker'))).toEqual([]);
  });

  it('takes the place of an idle connection before those of a farm that mines', () => {
    const gate = new ClientGate(clock, { connectionsMax: 300 });
    const evicted: string[] = [];
    for (let count = 0; count < 200; count++) mine(gate, '192.0.2.1').onEvict(() => evicted.push('farm'));
    for (let count = 0; count < 100; count++)
      enter(gate, `10.0.${count % 10}.1`).onEvict(() => evicted.push('idle'));
    for (let network = 0; network < 20; network++) mine(gate, `172.16.${network}.1`);
    expect(evicted).toEqual(Array.from({ length: 20 }, () => 'idle'));
  });

  it('counts a /56 and a /48 of IPv6 as well: 65,536 sources have the budgets of 16', () => {
    /** How many client addresses of a network are let in that each use up half of their patience. */
    const letIn = (address: (index: number) => string): number => {
      const gate = new ClientGate(clock);
      let count = 0;
      for (let index = 0; index < 200; index++) {
        const admission = gate.admit(address(index));
        if (admission.kind !== 'admitted') continue;
        count += 1;
        for (let times = 0; times < 5; times++) admission.permit.recordViolation('endless-line');
        admission.permit.leave();
      }
      return count;
    };
    expect(letIn((index) => `2001:db8:7:${index.toString(16)}::1`)).toBe(9);
    expect(letIn((index) => `2001:db8:7:${index.toString(16)}00::1`)).toBe(33);
    expect(letIn((index) => `2001:db8:${index.toString(16)}::1`)).toBe(200);
    expect(letIn((index) => `192.0.2.${index}`)).toBe(200);
  });

  it('does not refuse a source that mines for what others of its network did', () => {
    const gate = new ClientGate(clock);
    mine(gate, '2001:db8:9:1::1').leave();
    for (let index = 1; index < 100; index++) {
      const admission = gate.admit(`2001:db8:9:${index.toString(16)}00::1`);
      if (admission.kind !== 'admitted') continue;
      for (let count = 0; count < 10; count++) admission.permit.recordViolation('endless-line');
      admission.permit.leave();
    }
    expect(gate.admit('2001:db8:9:2::1').kind).toBe('banned');
    expect(gate.admit('2001:db8:9:1::1').kind).toBe('admitted');
  });

  it.each(['submit', 'login', 'bytes'] as const)(
    'bans no neighbour for the %s budget that others of its /56 used up',
    (budget) => {
      const gate = new ClientGate(clock);
      const use = (permit: ConnectionPermit): boolean =>
        budget === 'bytes' ? permit.read(60_000) : permit.allowMessage(budget);
      for (let clientAddress = 0x10; clientAddress < 0x20; clientAddress++) {
        for (let connection = 0; connection < 8; connection++) {
          const permit = enter(gate, `2001:db8:7:${clientAddress.toString(16)}::1`);
          while (use(permit)) continue;
        }
      }
      const honest = mine(gate, '2001:db8:7:1::1');
      const violation = budget === 'bytes' ? 'byte-flood' : 'too-fast';
      for (let count = 0; count < (budget === 'bytes' ? 30 : 1000); count++) {
        expect(use(honest)).toBe(false);
        expect(honest.recordViolation(violation)).toBeUndefined();
      }
      expect(gate.banScore('2001:db8:7:1::1')).toBe(0);
      expect(gate.admit('2001:db8:7:1::1').kind).not.toBe('banned');
    },
  );

  it('closes no connection of a source that mines for the ban of its network', () => {
    const gate = new ClientGate(clock);
    const honest = mine(gate, '2001:db8:8:1::1');
    for (const clientAddress of [0x10, 0x11, 0x12, 0x13])
      ban(gate, `2001:db8:8:${clientAddress.toString(16)}::1`);
    expect(gate.admit('2001:db8:8:2::1').kind).toBe('banned');
    expect(honest.recordViolation('light-share')).toBeUndefined();
  });

  it(`forgets no running ban, whatever ${others} others do, in bounded memory [I8]`, () => {
    const gate = new ClientGate(clock, { clientsMax: 2000 });
    const addressOf = (index: number): string => {
      const [high, low] = [(index * 7919) % 65_521, index % 251];
      return index % 2 === 0
        ? `${11 + (high % 200)}.${high >> 8}.${high & 255}.${low}`
        : `2001:${high.toString(16)}:${low.toString(16)}:${index.toString(16)}::1`.replace(
            /:(\w{5,})::/,
            '::',
          );
    };
    for (let index = 0; index < others; index++) {
      const admission = gate.admit(addressOf(index));
      if (admission.kind !== 'admitted') continue;
      while (admission.permit.recordViolation('endless-line') === undefined) continue;
      admission.permit.leave();
    }
    let free = 0;
    for (let index = 0; index < others; index++)
      if (gate.admit(addressOf(index)).kind !== 'banned') free += 1;
    expect(free).toBe(0);
    expect(gate.remembered).toBeLessThanOrEqual(2000);
    now += 600_000;
    expect(gate.admit(addressOf(0)).kind).toBe('admitted');
  });

  it('remembers the penalties of a source that leaves, and what it was is never less than it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 })), {
          minLength: 1,
          maxLength: 200,
        }),
        (deeds) => {
          const gate = new ClientGate(clock, { clientsMax: 8 });
          const used = new Map<number, number>();
          for (const [host, times] of deeds) {
            const admission = gate.admit(`198.51.100.${host}`);
            if (admission.kind !== 'admitted') continue;
            for (let count = 0; count < times; count++) {
              admission.permit.recordViolation('endless-line');
              used.set(host, (used.get(host) ?? 0) + 100);
            }
            admission.permit.leave();
          }
          for (const [host, cost] of used) {
            const admission = gate.admit(`198.51.100.${host}`);
            if (admission.kind !== 'admitted') continue;
            expect(gate.banScore(`198.51.100.${host}`)).toBeGreaterThanOrEqual(Math.min(1000, cost));
            admission.permit.leave();
          }
          expect(gate.remembered).toBeLessThanOrEqual(8);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('lets a source connect so often, then ten times a second', () => {
    const gate = new ClientGate(clock);
    for (let count = 0; count < 512; count++) enter(gate, '192.0.2.1').leave();
    expect(gate.admit('192.0.2.1')).toEqual({ kind: 'too-fast', clientAddress: '192.0.2.1' });
    now += 100;
    expect(gate.admit('192.0.2.1').kind).toBe('admitted');
  });

  it('does not ban for a refusal before the handshake', () => {
    const gate = new ClientGate(clock);
    ban(gate, '192.0.2.1');
    expect(gate.admit('192.0.2.1').kind).toBe('banned');
    expect(gate.admit('192.0.2.2').kind).toBe('admitted');
  });
});
