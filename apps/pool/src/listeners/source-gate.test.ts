import { describe, expect, it } from 'vitest';
import { createSourceGate, type SourceGate, type Visit } from './source-gate.ts';

function enter(gate: SourceGate, address: string): Visit {
  const admission = gate.admit(address);
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  return admission.visit;
}

describe('the gate', () => {
  let now = 1_000_000;
  const clock = { now: () => now };

  it('lets 256 connections of one address in, 1,024 of its network, and counts those that leave', () => {
    const gate = createSourceGate(clock);
    const visits = Array.from({ length: 256 }, () => enter(gate, '192.0.2.1'));
    expect(gate.admit('::ffff:192.0.2.1')).toEqual({ kind: 'crowded', source: '192.0.2.1' });
    for (let host = 2; host < 5; host++) {
      for (let count = 0; count < 256; count++) enter(gate, `192.0.2.${host}`);
    }
    expect(gate.admit('192.0.2.99').kind).toBe('crowded');
    expect(gate.admit('192.0.3.1').kind).toBe('admitted');
    visits[0]?.leave();
    expect(gate.admit('192.0.2.99').kind).toBe('admitted');
  });

  it('counts a /64 of IPv6 as one', () => {
    const gate = createSourceGate(clock, { connectionsPerSourceMax: 1 });
    enter(gate, '2001:db8:0:1::1');
    expect(gate.admit('2001:db8:0:1:ffff::2').kind).toBe('crowded');
    expect(gate.admit('2001:db8:0:2::1').kind).toBe('admitted');
  });

  it('has a budget for each class of message, shared by the connections of a source', () => {
    const gate = createSourceGate(clock);
    const [first, second] = [enter(gate, '192.0.2.1'), enter(gate, '192.0.2.1')];
    for (let count = 0; count < 50; count++) {
      expect(first.maySpeak('login') && second.maySpeak('login')).toBe(true);
    }
    expect(first.maySpeak('login')).toBe(false);
    expect(first.maySpeak('submit')).toBe(true);
    expect(enter(gate, '192.0.2.2').maySpeak('login')).toBe(true);
    now += 1000;
    for (let count = 0; count < 5; count++) expect(second.maySpeak('login')).toBe(true);
    expect(second.maySpeak('login')).toBe(false);
  });

  it('bans a source for ten minutes with the reason and the end', () => {
    now = Date.UTC(2026, 0, 15);
    const gate = createSourceGate(clock);
    const visit = enter(gate, '192.0.2.1');
    for (let count = 0; count < 50; count++) expect(visit.offend('not-stratum')).toBeUndefined();
    expect(gate.misconduct('192.0.2.1')).toBe(1000);
    const text = 'Banned until 2026-01-15T00:10:00Z: this is a mining port and something else was spoken';
    expect(visit.offend('not-stratum')).toBe(text);
    expect(gate.admit('192.0.2.1')).toEqual({ kind: 'banned', source: '192.0.2.1', text });
    expect(gate.admit('192.0.2.2').kind).toBe('admitted');
    now += 600_000;
    expect(gate.admit('192.0.2.1').kind).toBe('admitted');
  });

  it('remembers a bounded number of sources and never forgets one that is connected [I8]', () => {
    const gate = createSourceGate(clock, { sourcesMax: 100 });
    const kept = enter(gate, '192.0.2.1');
    for (let index = 0; index < 5000; index++) enter(gate, `10.0.${index >> 8}.${index & 255}`).leave();
    expect(gate.remembered).toBe(100);
    kept.offend('endless-line');
    expect(gate.misconduct('192.0.2.1')).toBe(100);
  });

  it('leaves those alone that the operator exempts', () => {
    const gate = createSourceGate(clock, { exempt: (address) => address === '127.0.0.1' });
    for (let count = 0; count < 2000; count++) {
      const visit = enter(gate, '127.0.0.1');
      expect(visit.maySpeak('other')).toBe(true);
      expect(visit.offend('endless-line')).toBeUndefined();
    }
    expect(gate.remembered).toBe(0);
  });
});
