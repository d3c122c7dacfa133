import { createServer, type Socket } from 'node:net';
import type { EthashVerdict } from '@openlode/stratum/dialects/ethereum/jobs';
import { standInEthash } from './lane-ethereum-miner.ts';
import type { Closing } from './relayed-pools.ts';

export interface OneHeaderPool {
  readonly port: number;
  /** What became of the shares that it was sent, on whatever connection. */
  readonly results: ('accepted' | 'duplicate' | 'low')[];
  /** Connections from the first on, those that are closed as well. */
  readonly sockets: readonly Socket[];
  /** All its connections are given this header. */
  give(header: string): void;
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly string[];
}

/**
 * What pools of ethproxy are: one header for all connections, and a difficulty for each.
 *
 * @param works expected hashes for a share, of the first connection, the second, … ; the last holds for all further ones
 */
export async function oneHeaderPool(
  closing: Closing,
  works: readonly [bigint, ...bigint[]],
): Promise<OneHeaderPool> {
  const results: OneHeaderPool['results'] = [];
  const sockets: Socket[] = [];
  const known = new Set<string>();
  let header = '01'.repeat(32);
  const targetAt = (at: number): bigint => 2n ** 256n / (works[at] ?? works.at(-1) ?? 1n);
  const workAt = (at: number): readonly string[] => [
    `0x${header}`,
    `0x${'00'.repeat(32)}`,
    `0x${targetAt(at).toString(16).padStart(64, '0')}`,
  ];
  const judge = async (at: number, [nonce = '', said = '']: readonly string[]): Promise<boolean> => {
    const input = {
      headerHash: new Uint8Array(Buffer.from(said.slice(2), 'hex')),
      nonce: BigInt(nonce),
      height: 0,
      mix: undefined,
      limit: new Uint8Array(32).fill(255),
    };
    const { hash } = (await standInEthash.verify(input, 'pool')) as EthashVerdict;
    const isLow = BigInt(`0x${Buffer.from(hash).toString('hex')}`) > targetAt(at);
    const key = `${said}${BigInt(nonce)}`;
    results.push(isLow ? 'low' : known.has(key) ? 'duplicate' : 'accepted');
    known.add(key);
    return results.at(-1) === 'accepted';
  };
  const server = createServer((socket) => {
    const at = sockets.push(socket) - 1;
    let rest = '';
    const hear = async ({ id, method, params }: Request): Promise<void> => {
      const isWork = method === 'eth_getWork';
      const result = isWork ? workAt(at) : method !== 'eth_submitWork' || (await judge(at, params));
      socket.write(`${JSON.stringify({ id, jsonrpc: '2.0', result })}\n`);
    };
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) void hear(JSON.parse(line) as Request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as { readonly port: number }).port,
    results,
    sockets,
    give(next) {
      header = next;
      for (const [at, socket] of sockets.entries())
        if (!socket.destroyed)
          socket.write(`${JSON.stringify({ id: 0, jsonrpc: '2.0', result: workAt(at) })}\n`);
    },
  };
}
