import { describe, expect, it } from 'vitest';
import { createMinerLog } from './miner-log.ts';

describe('the log of what miners do', () => {
  it('writes the first of a kind, then their number once in half a minute, and no address', () => {
    let now = Date.UTC(2026, 0, 15);
    const lines: (readonly [unknown, string])[] = [];
    const noted: string[] = [];
    const keep = (details: unknown, text: string) => void lines.push([details, text]);
    const log = createMinerLog({
      log: { info: keep, warn: keep } as never,
      clock: { now: () => now },
      secret: new Uint8Array(32).fill(1),
      onNote: (kind, reason) => void noted.push(`${kind} ${reason}`),
    });
    for (let host = 0; host < 200; host++) log.note('login-refused', `192.0.2.${host}`, 'bad-address');
    log.note('login-refused', '192.0.2.1', 'unknown-coin');
    log.note('source-banned', '192.0.2.1', 'banned');
    now += 29_999;
    log.flush();
    expect(lines).toEqual([
      [
        { event: 'login-refused', source: expect.stringMatching(/^[\w-]{12}$/), reason: 'bad-address' },
        'a login was refused',
      ],
      [
        { event: 'source-banned', source: expect.stringMatching(/^[\w-]{12}$/), reason: 'banned' },
        'a source was banned',
      ],
    ]);
    now += 1;
    log.flush();
    expect(lines.slice(2)).toEqual([
      [
        {
          event: 'login-refused',
          times: 200,
          sources: 199,
          reasons: { 'bad-address': 199, 'unknown-coin': 1 },
          seconds: 30,
        },
        'a login was refused, and again',
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain('192.0.2');
    log.note('login-refused', '192.0.2.1', 'bad-address');
    expect(lines).toHaveLength(4);
    expect(noted).toHaveLength(203);
    expect(noted.slice(199)).toEqual([
      'login-refused bad-address',
      'login-refused unknown-coin',
      'source-banned banned',
      'login-refused bad-address',
    ]);
  });
});
