import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entrances } from './entrances.ts';
import type { RejectReason } from '../core/session-state.ts';
import { type PortAnswer, reasonsOf } from './port-miner.ts';
import { spellingsOf } from './spellings.ts';

/** What a miner reads for each reason, whatever dialect its program speaks. */
const words: Readonly<Record<RejectReason, string>> = {
  malformed: 'Malformed share',
  'time-out-of-range': 'Share time out of range',
  'version-bits': 'Version bits outside the agreed mask',
  'memory-full': 'Too many shares for one block, try again with the next',
  'not-recording': 'The pool cannot record work right now',
  busy: 'The pool has too many shares to verify, slow down',
  unverifiable: 'The pool cannot verify shares right now',
  stale: 'Job not found',
  duplicate: 'Duplicate share',
  'low-difficulty': 'Low difficulty share',
  'wrong-proof': 'The proof of work is not that of the share',
  'wrong-chain': 'The hash of the share belongs on another chain than its job',
  unauthorized: 'Unauthorized worker',
  'not-subscribed': 'Not subscribed',
};
const unknownCoin = 'This pool does not pay NOPE';

/** The reasons of refused shares, each refused in its words. */
function wordedReasons(heard: PortAnswer): readonly RejectReason[] {
  const reasons = reasonsOf(heard);
  for (const reason of reasons) expect(heard.lines.join('')).toContain(`"${words[reason]}"`);
  return reasons;
}

const numbers = /"(?:0x)?[\da-f]{8,}"/g;

/** The share with a word in place of each of its numbers, and of all but the first, which may be the job's. */
function spoiltOf(share: string): readonly string[] {
  const [, ...behind] = share.matchAll(numbers);
  return [
    ...[...share.matchAll(numbers)].map(([number]) => share.replace(number, '"z"')),
    behind.reduce((said, [number]) => said.replace(number, '"z"'), share),
  ];
}

describe.each(entrances)('the entrance of $name', ({ open }) => {
  it('refuses shares in the words of all dialects', () => {
    const ports = open();
    const miner = ports.connect(0);
    const find = (): string => JSON.stringify({ id: 7, ...miner.find() });
    const share = find();
    expect(wordedReasons(miner.line(share))).toEqual([]);
    expect(wordedReasons(miner.line(share))).toEqual(['duplicate']);
    const others = [...spoiltOf(find()), ...spellingsOf(miner.find())];
    expect(others.flatMap((said) => wordedReasons(miner.line(said)))).toContain('malformed');
    const late = find();
    ports.openJob(true);
    expect(wordedReasons(miner.line(late))).toEqual(['stale']);
    miner.login(2, 2 ** 24);
    ports.openJob(false);
    expect(wordedReasons(miner.line(find()))).toEqual(['low-difficulty']);
    const stranger = ports.connect(0, true).line(share);
    expect(stranger.lines.join('')).toMatch(/"(?:Unauthorized worker|Not subscribed|Log in first)"/);
    wordedReasons(stranger);
  });

  it('refuses logins in the words of all dialects, and ends the connection', () => {
    const miner = open().connect(0, true);
    const heard = miner
      .loginCalls(1)
      .map((call) => miner.line(JSON.stringify({ id: 7, ...call }).replace(/[A-Z]{3,4}:\w+/, 'NOPE:x')));
    expect(heard.flatMap(({ lines }) => lines).join('')).toContain(`"${unknownCoin}"`);
    expect(heard.flatMap(({ effects }) => effects)).toContainEqual({
      kind: 'disconnect',
      reason: 'login-refused',
    });
  });
});

it('the page of what the miner sees has the same words', () => {
  const page = readFileSync(new URL('../../../../docs/what-the-miner-sees.md', import.meta.url), 'utf8');
  const refused = new Set([...page.matchAll(/"error":\[2[0-3],"([^"]+)"/g)].map(([, text]) => text));
  const reasons = ['stale', 'duplicate', 'low-difficulty', 'malformed', 'time-out-of-range'] as const;
  expect(refused).toEqual(new Set(reasons.map((reason) => words[reason])));
  expect(page).toContain(`"${unknownCoin}"`);
});
