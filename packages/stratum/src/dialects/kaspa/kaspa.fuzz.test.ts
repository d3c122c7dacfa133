import { expect, it } from 'vitest';
import { SessionShell } from '../../core/session-shell.ts';
import { badLines } from '../../testing/bad-lines.ts';
import { fuzzKaspa } from '../../testing/fuzz-kaspa.ts';
import { kaspaEnv, testKaspaJobs } from '../../testing/kaspa-kit.ts';
import { readMessage } from '../../wire/message.ts';
import { kaspa } from './kaspa.ts';

it('sessions of the Kaspa family count a share once, at the difficulty of its job, whatever is said to them [I1] [I3] [I4] [I8]', {
  timeout: 120_000,
}, () => {
  // Stories in which no share counts would prove nothing.
  expect(fuzzKaspa(2).counted).toBeGreaterThan(0);
});

it('bad lines are answered once each, before the login and after it, and no share comes of them', () => {
  const jobs = testKaspaJobs();
  jobs.openNext();
  for (const begins of [
    [],
    [
      '{"id":1,"method":"mining.subscribe","params":["x"]}',
      '{"id":1,"method":"mining.authorize","params":["KAS:kaspa:q1","x"]}',
    ],
  ])
    for (const line of badLines) {
      const shell = new SessionShell(1, [kaspa]);
      for (const text of begins) shell.receive(readMessage(text), kaspaEnv(jobs));
      const { replies, effects } = shell.receive(readMessage(line), kaspaEnv(jobs));
      const answers = replies
        .join('')
        .trimEnd()
        .split('\n')
        .filter((each) => !each.includes('"method"'));
      expect(answers).toHaveLength(1);
      expect(effects.filter(({ kind }) => kind === 'share' || kind === 'verify')).toEqual([]);
    }
});
