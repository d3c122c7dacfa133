import fc from 'fast-check';
import { codePoint } from '@openlode/mining/testing/code-point';
import { describe, expect, it } from 'vitest';
import { readMessage } from './message.ts';

describe('readMessage', () => {
  it('reads a request, and keeps what other protocols have beside the parameters', () => {
    const line = { id: 3587156, method: 'mining.authorize', params: ['BTC:a.b', ''], ttl: 2 };
    expect(readMessage(JSON.stringify(line))).toEqual({
      kind: 'request',
      id: 3587156,
      method: 'mining.authorize',
      params: ['BTC:a.b', ''],
      fields: line,
    });
  });

  it('reads parameters by name', () => {
    const line = { id: 1, method: 'login', params: { login: 'XMR:a.b' } };
    expect(readMessage(JSON.stringify(line))).toEqual({
      kind: 'request',
      id: 1,
      method: 'login',
      params: [],
      named: { login: 'XMR:a.b' },
      fields: line,
    });
  });

  it('keeps an id of 0, a text, a truth value, and takes a missing one as null', () => {
    for (const id of [0, 'abc', true, null]) {
      expect(readMessage(JSON.stringify({ id, method: 'm', params: [] }))).toMatchObject({
        kind: 'request',
        id,
      });
    }
    expect(readMessage('{"method":"m"}')).toEqual({
      kind: 'request',
      id: null,
      method: 'm',
      params: [],
      fields: { method: 'm' },
    });
  });

  it('knows an answer to a question of the pool', () => {
    expect(readMessage('{"id":7,"result":"cgminer/4.12","error":null}')).toEqual({
      kind: 'reply',
      id: 7,
      fields: { id: 7, result: 'cgminer/4.12', error: null },
    });
    expect(readMessage('{"id":null,"error":[20,"x",null],"method":null}')).toEqual({
      kind: 'reply',
      id: null,
      fields: { id: null, error: [20, 'x', null], method: null },
    });
  });

  it('says which malformed lines are not even JSON', () => {
    for (const line of ['not json', 'GET / HTTP/1.1', '\0\0', '{"id":1', '{"id":1,"method":"\uFFFD"}']) {
      expect(readMessage(line)).toEqual({ kind: 'malformed', id: null, why: 'unreadable' });
    }
    for (const line of ['null', '5', '[]', '"mining.submit"', '{}', '{"id":{},"method":"m","params":[]}']) {
      expect(readMessage(line)).toEqual({ kind: 'malformed', id: null, why: 'shape' });
    }
    expect(readMessage('{"id":1,"method":"m","params":"BTC:a.b"}')).toEqual({
      kind: 'malformed',
      id: 1,
      why: 'shape',
    });
    expect(readMessage('{"id":1,"method":5,"params":[]}')).toEqual({
      kind: 'malformed',
      id: 1,
      why: 'shape',
    });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: codePoint }), (line) => readMessage(line).kind.length > 0));
    fc.assert(fc.property(fc.json(), (line) => readMessage(line).kind.length > 0));
  });
});
