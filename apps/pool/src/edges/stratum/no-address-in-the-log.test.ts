import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

const sources = join(import.meta.dirname, '../..');

/** The arguments of each call of a log at level info or above, in one file. */
function loggedIn(text: string): string[] {
  return [...text.matchAll(/\blog\??\.(?:info|warn|error|fatal)\(/g)].map(({ index }) => {
    let depth = 0;
    for (let at = text.indexOf('(', index); at < text.length; at++) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')' && --depth === 0) return text.slice(index, at + 1);
    }
    return text.slice(index);
  });
}

const address = /remoteAddress|addressOf|callerAddressOf|clientAddress|request\.ip\b|\bsource[,} ]/;

describe('the log at level info and above', () => {
  it('is given no network address, anywhere in the pool', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('testing/'),
    );
    const calls = files.flatMap((name) =>
      loggedIn(readFileSync(join(sources, name), 'utf8')).map((call) => `${name}: ${call}`),
    );
    expect(calls.length).toBeGreaterThan(20);
    const telling = calls.filter((call) => address.test(call));
    // The one place that writes about client addresses, by their keyed hash.
    expect(telling.map((call) => call.replaceAll(/\s+/g, ' '))).toEqual([
      'edges/stratum/miner-log.ts: log.info( { event: kind, source: hashOfClient(secret, clientAddress, now), reason }, loggedOfMiners[kind].line, )',
    ]);
  });

  it('has no address after refused logins, bans, throttled, closed and refused connections', async () => {
    const lines: unknown[][] = [];
    const keep = (...words: unknown[]) => void lines.push(words);
    const pool = await startTestPool({
      gateLimits: { connectionBytes: { perSecond: 0, burst: 2000 } },
      limits: { throttledSeconds: 0 },
      log: { debug: () => undefined, info: keep, warn: keep, error: keep },
    });
    const open = () => StratumClient.open(pool.listener.port, '127.0.0.1', '127.0.0.77');
    const refused = await open();
    refused.say('mining.authorize', ['nonsense', 'x']);
    const flooding = await open();
    flooding.socket.write('x'.repeat(3000));
    await flooding.closed;
    const banned = await open();
    banned.socket.write('\n'.repeat(400));
    await banned.closed;
    await (await open()).closed;
    await until(() => lines.length === 5);
    await pool.close();
    expect(lines.map(([, text]) => text).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'a connection is read slowly: its bytes or those of its source are too many',
      'a connection was closed for breaking a limit',
      'a connection was refused',
      'a login was refused',
      'a source was banned',
    ]);
    expect(JSON.stringify(lines)).not.toContain('127.0.0');
  });
});
