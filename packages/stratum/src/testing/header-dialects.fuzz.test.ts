import { describe, expect, it } from 'vitest';
import { SessionShell } from '../core/session-shell.ts';
import { badLines } from './bad-lines.ts';
import { fuzzHeader } from './fuzz-header.ts';
import { playedHeaders } from './header-kit.ts';
import { playedKawpow } from './played-kawpow.ts';
import { playedZcash } from './played-zcash.ts';
import { readMessage } from '../wire/message.ts';

describe.each([...playedHeaders, playedKawpow, playedZcash])('sessions of $name', (spoken) => {
  it('count a share once, whatever is said to them [I1] [I3] [I4] [I8]', { timeout: 120_000 }, () => {
    // Stories in which no share counts would prove nothing.
    expect(fuzzHeader(spoken, 1).counted).toBeGreaterThan(0);
  });

  it('answer bad lines once each, before the login and after it, and no share comes of them', () => {
    const jobs = spoken.openJobs(() => '5'.repeat(64));
    jobs.openNext({ height: 1, clean: true });
    const env = spoken.env(jobs);
    for (const begins of [[], [...spoken.onConnect, ...spoken.login('x', 1)]])
      for (const line of badLines) {
        const shell = new SessionShell(1, [spoken.dialect]);
        for (const call of begins) shell.receive(readMessage(JSON.stringify({ id: 1, ...call })), env);
        const { replies, effects } = shell.receive(readMessage(line), env);
        const answers = replies
          .join('')
          .trimEnd()
          .split('\n')
          .filter((each) => spoken.isAnswer(JSON.parse(each) as Record<string, unknown>));
        expect(answers).toHaveLength(1);
        expect(effects.filter(({ kind }) => kind === 'share' || kind === 'verify')).toEqual([]);
      }
  });
});
