import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { witnessesOnNodes } from './open-witnesses.ts';
import { whyNotJudged } from './upstream-figures.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const own = '1'.repeat(64);
const parent = '2'.repeat(64);

/** A node that has these blocks at their heights, of which the best branch has the last ten; the address at which it listens. */
async function nodeWith(blocks: ReadonlyMap<string, number>, tip: number): Promise<URL> {
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as {
        id: unknown;
        method: string;
        params: [string | number];
      };
      const [asked] = params;
      const height = blocks.get(String(asked));
      const header = height === undefined ? undefined : { height, confirmations: tip - height + 1 };
      const result =
        method === 'getblockheader' ? header : [...blocks].find(([, each]) => each === asked)?.[0];
      const error = result === undefined ? { code: -5, message: 'Block not found' } : null;
      response.setHeader('content-type', 'application/json');
      response.statusCode = error === null ? 200 : 500;
      response.end(JSON.stringify({ id, result: result ?? null, error }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

type Given = Parameters<typeof witnessesOnNodes>[0];

/** A file with a chain of Litecoin at these nodes, and one pool. */
const fileOf = (
  urls: readonly URL[],
  upstream: { readonly coin: string; readonly algorithm: string },
): Given => ({
  chains: [
    { coin: 'LTC', mined: false, nodes: urls.map((url, index) => ({ name: `node-${index}`, url })) },
  ] as unknown as NodePool['chains'],
  upstreams: [upstream] as unknown as NonNullable<NodePool['upstreams']>,
});
const opened = (_part: string, close: () => Promise<void>): void => void closing.push(close);

describe('nodes as witnesses of blocks of other pools', () => {
  it('say how deep a block is, and the one that it stands on', async () => {
    const has = await nodeWith(
      new Map([
        [own, 100],
        [parent, 99],
      ]),
      103,
    );
    const hasNot = await nodeWith(
      new Map([
        [parent, 99],
        ['3'.repeat(64), 100],
      ]),
      105,
    );
    const away = new URL('http://127.0.0.1:1');
    const witnesses = witnessesOnNodes(
      fileOf([has, hasNot, away], { coin: 'LTC', algorithm: 'scrypt' }),
      [],
      opened,
    );
    expect(witnesses.has('LTC')).toBe(true);
    expect(await witnesses.ask('LTC', { hash: own, parent })).toEqual([
      { node: 'node-0', depth: 4, parentDepth: 5 },
      { node: 'node-1', depth: undefined, parentDepth: 7 },
    ]);
  });

  it('are none of a coin without a node, or of work whose shares do not say what their block is called', async () => {
    const url = await nodeWith(new Map(), 0);
    const bitcoin = witnessesOnNodes(fileOf([url], { coin: 'BTC', algorithm: 'sha256' }), [], opened);
    expect([bitcoin.has('BTC'), bitcoin.has('LTC')]).toEqual([false, false]);
    const unnamed = witnessesOnNodes(fileOf([url], { coin: 'LTC', algorithm: 'randomx' }), [], opened);
    expect(unnamed.has('LTC')).toBe(false);
    expect(await unnamed.ask('LTC', { hash: own, parent })).toEqual([]);
  });

  it('are missed in words', () => {
    const witnesses = { has: (coin: string) => coin === 'LTC', ask: async () => [] };
    expect(whyNotJudged({ algorithm: 'scrypt', coin: 'LTC' }, witnesses)).toBeUndefined();
    expect(whyNotJudged({ algorithm: 'sha256', coin: 'BTC' }, witnesses)).toBe(
      'the settings name no node of BTC',
    );
    expect(whyNotJudged({ algorithm: 'scrypt', coin: 'LTC' }, undefined)).toBe(
      'the settings name no node of LTC',
    );
    expect(whyNotJudged({ algorithm: 'randomx', coin: 'XMR' }, witnesses)).toBe(
      'a share of randomx does not say what nodes call its block',
    );
  });
});
