import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeRelayedBlock } from '../domain/treasury/relayed-blocks/judge-relayed-block.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { witnessesOnNodes } from './open-witnesses.ts';

const [parent, hash] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const minute = 60_000;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A node that catches up while it is asked: with the first question it has the parent alone, and with each further one four blocks more. */
async function catchingUp(knowsIt: boolean): Promise<URL> {
  let height = 10;
  const heights = new Map([[parent, 10], ...(knowsIt ? [[hash, 11] as const] : [])]);
  const answer = (method: string, [key]: readonly [string | number]) => {
    if (method === 'getblockhash')
      return { result: [...heights].find(([, at]) => at === key)?.[0] ?? 'c'.repeat(64) };
    const at = heights.get(String(key));
    const known = at !== undefined && at <= height;
    const said = known
      ? { result: { height: at, confirmations: height - at + 1 } }
      : { error: { code: -5, message: 'Block not found' } };
    height += 4;
    return said;
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: [string] };
      response.end(JSON.stringify({ result: null, error: null, ...answer(method, params), id }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function fateAt(url: URL): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'witness-'));
  closing.push(() => rmSync(directory, { recursive: true }));
  const loginFile = join(directory, 'login');
  writeFileSync(loginFile, 'user:password');
  const witnesses = witnessesOnNodes(
    {
      chains: [{ coin: 'LTC', nodes: [{ name: 'one', url, loginFile }] }] as unknown as NodePool['chains'],
      upstreams: [{ coin: 'LTC', algorithm: 'scrypt' }] as unknown as NonNullable<NodePool['upstreams']>,
    },
    [],
    (_, close) => void closing.push(close),
  );
  const fates: string[] = [];
  for (let look = 0; look < 3; look += 1)
    fates.push(judgeRelayedBlock(await witnesses.ask('LTC', { hash, parent }), minute));
  return fates;
}

describe('a block of another pool, by a node that catches up while it is asked', () => {
  it('is not missing before the node has had it and those after it', async () => {
    expect(await fateAt(await catchingUp(true))).toEqual(['in-chain', 'in-chain', 'in-chain']);
  });

  it('is missing once the node has three blocks on another one in its place', async () => {
    expect(await fateAt(await catchingUp(false))).toEqual(['waiting', 'missing', 'missing']);
  });
});
