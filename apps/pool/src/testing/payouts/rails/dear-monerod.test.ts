import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DearMonerod } from './dear-monerod.ts';

let node: Server;
let dear: DearMonerod;
beforeAll(async () => {
  node = createServer((asked, answer) => {
    const pieces: Buffer[] = [];
    asked.on('data', (piece: Buffer) => pieces.push(piece));
    asked.on('end', () => {
      const prices = JSON.stringify({ id: 1, result: { fee: 20, fees: [20, 80], status: 'OK' } });
      answer.end(asked.url === '/getblocks.bin' ? Buffer.concat(pieces).reverse() : prices);
    });
  });
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve);
  });
  dear = await DearMonerod.start(`http://127.0.0.1:${(node.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await dear.close();
  node.close();
});

const ask = async (path: string, body: string | Uint8Array): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${dear.url}/${path}`, { method: 'POST', body })).arrayBuffer());

it('asks for as many times more, and passes everything else as it is', async () => {
  const price = JSON.stringify({ method: 'get_fee_estimate' });
  const result = async (body: string) =>
    (JSON.parse((await ask('json_rpc', body)).toString()) as { result: unknown }).result;
  expect(await result(price)).toEqual({ fee: 20, fees: [20, 80], status: 'OK' });
  dear.factor = 40;
  expect(await result(price)).toEqual({ fee: 800, fees: [800, 3200], status: 'OK' });
  expect(await result(JSON.stringify({ method: 'get_info' }))).toMatchObject({ fee: 20 });
  expect([...(await ask('getblocks.bin', Uint8Array.of(1, 0, 255)))]).toEqual([255, 0, 1]);
});
