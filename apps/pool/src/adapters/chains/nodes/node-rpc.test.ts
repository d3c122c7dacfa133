import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type NodeRpc, openNodeRpc } from './node-rpc.ts';

const ok = (value: unknown): string => JSON.stringify({ result: value, error: null, id: 1 });

describe('calls to a node', () => {
  const open: (NodeRpc | Server)[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
  });

  async function nodeThat(
    answers: RequestListener,
    options: { readonly readLogin?: () => string; readonly answerBytesMax?: number } = {},
  ): Promise<{ rpc: NodeRpc; server: Server }> {
    const server = createServer(answers);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const rpc = openNodeRpc({ url, readLogin: () => 'user:word', ...options });
    open.push(rpc, server);
    return { rpc, server };
  }

  it('carry no login where none is given', async () => {
    const heard: unknown[] = [];
    const server = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.end(ok(7));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const rpc = openNodeRpc({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) });
    open.push(rpc, server);
    expect(await rpc.call('get_info', { named: 1 })).toEqual({ kind: 'result', value: 7 });
    expect(heard).toEqual([undefined]);
  });

  it('carry method, parameters and login, over one connection', async () => {
    const heard: unknown[] = [];
    const ports = new Set<number | undefined>();
    const { rpc } = await nodeThat((request, response) => {
      ports.add(request.socket.remotePort);
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        heard.push([request.headers.authorization, JSON.parse(Buffer.concat(parts).toString())]);
        response.end(ok(7));
      });
    });
    expect(await rpc.call('getblockhash', [0])).toEqual({ kind: 'result', value: 7 });
    await rpc.call('getblockcount');
    expect(heard).toEqual([
      ['Basic dXNlcjp3b3Jk', { jsonrpc: '1.0', id: 1, method: 'getblockhash', params: [0] }],
      ['Basic dXNlcjp3b3Jk', { jsonrpc: '1.0', id: 1, method: 'getblockcount', params: [] }],
    ]);
    expect(ports.size).toBe(1);
  });

  it('read the cookie again once the node refuses it, and not for every call', async () => {
    const cookies = ['a:old', 'a:new', 'unread'];
    let valid = 'Basic YTpvbGQ=';
    const { rpc } = await nodeThat(
      ({ headers }, response) => {
        response.statusCode = headers.authorization === valid ? 200 : 401;
        response.end(response.statusCode === 200 ? ok(1) : '');
      },
      { readLogin: () => `${cookies.shift()}\n` },
    );
    expect((await rpc.call('one')).kind).toBe('result');
    valid = 'Basic YTpuZXc=';
    expect((await rpc.call('two')).kind).toBe('result');
    expect((await rpc.call('three')).kind).toBe('result');
    expect(cookies).toEqual(['unread']);
  });

  it('say that the login cannot be read', async () => {
    const { rpc } = await nodeThat(() => undefined, {
      readLogin: () => {
        throw new Error('no cookie there');
      },
    });
    expect(await rpc.call('one')).toEqual({ kind: 'unauthorized', why: 'no cookie there' });
  });

  it('say that the login is none, and take it up once it is', async () => {
    const contents = ['# not yet\n', '# now\nuser:word'];
    const { rpc } = await nodeThat((_request, response) => void response.end(ok(1)), {
      readLogin: () => contents.shift() ?? '',
    });
    const why = 'the login file holds no line user:password';
    expect(await rpc.call('one')).toEqual({ kind: 'unauthorized', why });
    expect((await rpc.call('two')).kind).toBe('result');
  });

  it('end where no answer comes, or only its beginning', async () => {
    const { rpc } = await nodeThat((_request, response) => void response.write('{"result":'));
    const answer = { kind: 'unanswered', why: 'no answer within 0.05 s' };
    expect(await rpc.call('one', [], { withinMs: 50 })).toEqual(answer);
  });

  it('end where the answer does not', async () => {
    const { rpc } = await nodeThat(
      (_request, response) => {
        const more = (): void => {
          while (response.writable && response.write('x'.repeat(1000)));
        };
        response.on('drain', more);
        more();
      },
      { answerBytesMax: 10_000 },
    );
    const why = 'the answer is longer than 10000 bytes';
    expect(await rpc.call('one')).toEqual({ kind: 'unanswered', why });
  });

  it('follow no redirection', async () => {
    const { rpc } = await nodeThat((_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    });
    expect(await rpc.call('one')).toEqual({ kind: 'unanswered', why: 'status 302 without a word' });
  });

  it('are made once more where the node had closed the connection meanwhile', async () => {
    let requests = 0;
    const { rpc, server } = await nodeThat((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end(ok(requests));
    });
    await rpc.call('one');
    expect(await rpc.call('two')).toEqual({ kind: 'result', value: 3 });
    server.close();
    server.closeAllConnections();
    expect((await rpc.call('three')).kind).toBe('unanswered');
  });

  it('end when the pool closes', async () => {
    const { rpc } = await nodeThat(() => undefined);
    const call = rpc.call('one');
    rpc.close();
    expect(await call).toEqual({ kind: 'unanswered', why: 'the pool closes' });
  });
});
