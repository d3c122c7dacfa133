import { describe, expect, it } from 'vitest';
import { call, connect, lowHash, user, work } from '../../testing/header-connection.ts';
import type { Call } from '../../testing/own-jobs-credit-game.ts';
import type { PortMiner } from '../../testing/port-miner.ts';
import { beam } from './beam.ts';

describe('what Beam’s Stratum refuses', () => {
  const loggedIn = (verify: (input: unknown) => unknown): PortMiner<unknown, unknown> => {
    const miner = connect(beam, verify);
    call(miner, { id: 'login', method: 'login', api_key: user });
    return miner;
  };
  const id = work.slice(0, 16);
  const solution = { id, method: 'solution', nonce: 'CD12340000000001', output: '7'.repeat(208) };
  const result = (code: number, description: string, of: unknown = id): string =>
    `{"id":${JSON.stringify(of)},"jsonrpc":"2.0","method":"result","code":${code},"description":"${description}"}\n`;

  it('has the codes of Beam’s node and the words of all dialects', () => {
    const miner = loggedIn(() => lowHash);
    const answerTo = (said: Call): string | undefined => call(miner, said).lines[0];
    expect(answerTo(solution)).toBe(result(1, 'accepted'));
    expect(answerTo({ ...solution, nonce: '0xcd12340000000001' })).toBe(result(2, 'Duplicate share'));
    expect(answerTo({ ...solution, id: '1' })).toBe(result(3, 'Job not found', '1'));
    expect(answerTo({ ...solution, nonce: '0012340000000001' })).toBe(result(2, 'Malformed share'));
    expect(answerTo({ ...solution, output: '7'.repeat(206) })).toBe(result(2, 'Malformed share'));
    expect(answerTo({ method: 'stop', id: 'a' })).toBe(result(-32001, 'Unknown method', 'a'));
    expect(miner.line('{"id":"b","method":3}').lines).toEqual([result(-32000, 'Malformed message', 'b')]);
    expect(call(connect(beam), { id: 'login', method: 'login', api_key: 'NOPE:a' }).lines).toEqual([
      result(-32003, 'This pool does not pay NOPE', 'login'),
    ]);
    expect(call(connect(beam), solution).lines).toEqual([result(-32003, 'Unauthorized worker')]);
  });

  it('is an output that is no solution, however low its hash', () => {
    expect(
      call(
        loggedIn(() => undefined),
        solution,
      ).lines,
    ).toEqual([result(2, 'The proof of work is not that of the share')]);
  });
});
