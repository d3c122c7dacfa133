import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerChallenge } from '@openlode/signing/digest-login';
import { type NodeRpc, openNodeRpc } from './node-rpc.ts';

const ok = (value: unknown): string => JSON.stringify({ result: value, error: null, id: 1 });

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A node that wants a digest of `user:word`, with another challenge for each connection, as monerod has it. */
class DigestNode {
  readonly #nonces = new Map<Socket, { readonly nonce: string; count: number }>();
  refused = 0;
  isChanged = false;

  readonly answer: RequestListener = (request, response) => {
    const known = this.#nonces.get(request.socket);
    const said = request.headers.authorization ?? '';
    if (known !== undefined && said === this.#expected(known, said)) {
      response.end(ok(this.#nonces.size));
      return;
    }
    this.refused += 1;
    const nonce = `nonce${this.refused}`;
    this.#nonces.set(request.socket, { nonce, count: 0 });
    const challenge = `Digest qop="auth",algorithm=MD5,realm="r",nonce="${nonce}",stale=${!this.isChanged}`;
    response
      .writeHead(401, { 'www-authenticate': [challenge, 'Digest realm="r",algorithm=MD5-sess'] })
      .end('no');
  };

  #expected(known: { readonly nonce: string; count: number }, said: string): string {
    known.count += 1;
    const challenge = { realm: 'r', nonce: known.nonce, opaque: undefined, isStale: false };
    const login = { user: 'user', password: this.isChanged ? 'other' : 'word' };
    const clientNonce = /cnonce="([^"]*)"/.exec(said)?.[1] ?? '';
    const call = { method: 'POST', uri: '/', count: known.count, clientNonce };
    return answerChallenge(challenge, login, call, md5);
  }
}

describe('calls to a node that wants a digest', () => {
  let rpc: NodeRpc;
  let server: Server;
  let node: DigestNode;
  let login = 'user:word';

  beforeEach(async () => {
    node = new DigestNode();
    login = 'user:word';
    server = createServer((request, response) => node.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    rpc = openNodeRpc({ url, scheme: 'digest', readLogin: () => login });
  });
  afterEach(() => {
    rpc.close();
    server.close();
  });

  it('answer its challenge once a connection, and count the answers', async () => {
    for (let call = 0; call < 3; call += 1)
      expect(await rpc.call('one')).toEqual({ kind: 'result', value: 1 });
    expect(node.refused).toBe(1);
  });

  it('take a connection each where several are under way, with a challenge each', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => rpc.call('one')));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['result']));
    expect(node.refused).toBe(12);
    for (let call = 0; call < 5; call += 1) expect((await rpc.call('two')).kind).toBe('result');
    expect(node.refused).toBe(12);
  });

  it('answer another challenge where the node has closed the connection meanwhile', async () => {
    await rpc.call('one');
    server.closeAllConnections();
    expect((await rpc.call('two')).kind).toBe('result');
  });

  it('read the login again where it is refused', async () => {
    await rpc.call('one');
    node.isChanged = true;
    expect(await rpc.call('two')).toEqual({
      kind: 'unauthorized',
      why: 'the node refuses user or password',
    });
    login = 'user:other';
    expect((await rpc.call('three')).kind).toBe('result');
  });
});
