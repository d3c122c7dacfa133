import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainAnswer, readRpcAnswer } from './rpc-answer.ts';

it('takes the fields of a path that is one call as they are', () => {
  expect(readPlainAnswer(200, '{"status":"OK"}')).toEqual({ kind: 'result', value: { status: 'OK' } });
  expect(readPlainAnswer(404, '')).toEqual({ kind: 'unanswered', why: 'status 404 without a word' });
  expect(readPlainAnswer(401, '{}')).toMatchObject({ kind: 'unauthorized' });
});

describe('the answer to a call', () => {
  it.each([
    [200, '{"result":null,"error":null,"id":1}', { kind: 'result', value: null }],
    [200, '{"result":"duplicate","error":null,"id":1}', { kind: 'result', value: 'duplicate' }],
    // As litecoind 0.21 sent them.
    [
      500,
      '{"result":null,"error":{"code":-5,"message":"Block not found"},"id":1}',
      { kind: 'refused', code: -5, why: 'Block not found' },
    ],
    [
      404,
      '{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":1}',
      { kind: 'refused', code: -32601, why: 'Method not found' },
    ],
    [
      500,
      '{"result":null,"error":{"code":-28,"message":"Loading block index..."},"id":1}',
      { kind: 'busy', why: 'Loading block index...' },
    ],
    [500, 'Work queue depth exceeded', { kind: 'busy', why: 'status 500: Work queue depth exceeded' }],
    [503, 'Work queue depth exceeded', { kind: 'busy', why: 'status 503: Work queue depth exceeded' }],
    [401, '', { kind: 'unauthorized', why: 'the node refuses user or password' }],
    [403, '', { kind: 'unauthorized', why: 'the node takes no calls from here (rpcallowip)' }],
    // Something else than a node.
    [200, '<html>Welcome</html>', { kind: 'unanswered', why: 'status 200: <html>Welcome</html>' }],
    [302, '', { kind: 'unanswered', why: 'status 302 without a word' }],
    [200, '[]', { kind: 'unanswered', why: 'status 200: []' }],
    [200, '{}', { kind: 'unanswered', why: 'neither a result nor an error' }],
    [
      200,
      '{"error":{"code":"x"}}',
      { kind: 'unanswered', why: 'an error in unknown words: {"error":{"code":"x"}}' },
    ],
    // Escape sequences stay out of terminals and logs.
    [500, 'a\u001b[31mb\nc', { kind: 'unanswered', why: 'status 500: a [31mb c' }],
  ])('%d %s', (status, body, expected) => {
    expect(readRpcAnswer(status, body)).toEqual(expected);
  });

  it('is always one of the outcomes, in a line of words', () => {
    fc.assert(
      fc.property(fc.nat(999), fc.oneof(fc.string(), fc.json()), (status, body) => {
        const outcome = readRpcAnswer(status, body);
        if ('why' in outcome) expect(outcome.why).toMatch(/^[\x20-\x7e…]{0,240}$/);
      }),
    );
  });
});
