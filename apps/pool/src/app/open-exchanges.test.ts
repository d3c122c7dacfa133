import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOfScript } from '@openlode/mining/address-payment';
import { litecoinFacts, spelledByMiners } from '../adapters/rails/bitcoin/testing/fake-nodes.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasCcxt } from '../../../../testing/ccxt-library.ts';
import { gateFace, gateLogin } from '../adapters/exchanges/testing/gate-face.ts';
import { StandInVenue } from '../adapters/exchanges/testing/stand-in-venue.ts';
import { serveVenue } from '../adapters/exchanges/testing/venue-server.ts';
import { openExchanges } from './open-exchanges.ts';

const directory = mkdtempSync(join(tmpdir(), 'openlode-exchanges-'));
afterAll(() => rmSync(directory, { recursive: true }));

function open(text: string | undefined, url = 'http://127.0.0.1:1') {
  const keyFile = join(directory, 'key');
  rmSync(keyFile, { force: true });
  if (text !== undefined) writeFileSync(keyFile, text);
  return openExchanges([{ venue: 'kraken', url, keyFile }], () => 0, {
    network: 'regtest',
    isTreasury: true,
  });
}

/** Answers one call of Kraken's with this result. */
async function answering(result: unknown): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ error: [], result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

describe('where an exchange takes a coin', () => {
  const script = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(8));
  const networkAddress = addressOfScript(litecoinFacts.networks.regtest.addresses, script) ?? '';

  it.each([
    ['is spelled as miners do', networkAddress, spelledByMiners(script)],
    ['is none where it is no address of the network', 'DKYbJGQkQkGLYgPC9HDrwGiyNwrs5VEWTR', undefined],
  ])('%s', async (_name, address, expected) => {
    const server = await answering([{ address, expiretm: '0' }]);
    const [kraken] = open('abc\nc2VjcmV0IQ==\n', server.url);
    const answer = kraken?.depositAddress('LTC', 'LTC');
    if (expected === undefined) await expect(answer).rejects.toThrow('no address of LTC');
    else expect(await answer).toEqual({ address: expected, networkAddress, memo: '' });
    server.close();
  });
});

it('expects what other pools pay into the account', () => {
  const keyFile = join(directory, 'expecting');
  writeFileSync(keyFile, 'abc\nc2VjcmV0IQ==\n');
  const upstreams = [{ coin: 'KAS', paysTo: 'kraken' as const }, { coin: 'LTC' }];
  const [kraken] = openExchanges([{ venue: 'kraken', url: 'http://127.0.0.1:1', keyFile }], () => 0, {
    network: 'regtest',
    upstreams,
    isTreasury: true,
  });
  expect(kraken?.expects).toEqual(['KAS']);
});

describe('where an exchange takes XMR', () => {
  const further =
    '83YeXx2kJvV4pWFmphXeJXVniwK2KwgCC9ToFZCaafFAPTBTJgPMRQbAhmKE6uDBZTMFbTMmGNQ4kihMXhv3qUcUAUWRB3D';

  it.each([
    ['is a further address of its account', further, further],
    ['is none where it is no address of XMR', `${further.slice(0, -1)}E`, undefined],
    ['is none where it is one of another coin', 'DKYbJGQkQkGLYgPC9HDrwGiyNwrs5VEWTR', undefined],
  ])('%s', async (_name, address, expected) => {
    const server = await answering([{ address, expiretm: '0' }]);
    const [kraken] = open('abc\nc2VjcmV0IQ==\n', server.url);
    const answer = kraken?.depositAddress('XMR', 'XMR');
    if (expected === undefined) await expect(answer).rejects.toThrow('no address of XMR');
    else expect(await answer).toEqual({ address: expected, networkAddress: expected, memo: '' });
    server.close();
  });
});

describe('the key of an exchange', () => {
  it('is read from its file, for an account that can only be looked at', () => {
    expect(open('abc\nc2VjcmV0IQ==\n').map((each) => Object.keys(each).toSorted())).toEqual([
      ['balances', 'depositAddress', 'marketNow', 'markets', 'name', 'takes', 'transfers'],
    ]);
  });

  it.each([
    ['has no secret', 'abc\n'],
    ['has a line more', 'abc\nc2VjcmV0IQ==\nmore'],
    ['has a secret that is none', 'abc\nnot base 64!'],
    ['is empty', ''],
  ])('is refused where its file %s, without its words', (_name, text) => {
    const refused = () => open(text);
    expect(refused).toThrow('must have two lines');
    expect(refused).not.toThrow('abc');
  });

  it('is refused where its file cannot be read', () => {
    expect(() => open(undefined)).toThrow('cannot be read (ENOENT)');
  });
});

describe('an account at Gate', () => {
  const folder = join(import.meta.dirname, '../../../../testing/ccxt/node_modules/ccxt');
  const upstreams = [{ coin: 'KLS', paysTo: 'gate' as const, exchangeCoin: 'KLSN' }];
  const openGate = (ccxt: string, url = 'http://127.0.0.1:1', isTreasury = true) => {
    const keyFile = join(directory, 'gate');
    writeFileSync(keyFile, `${gateLogin.apiKey}\n${gateLogin.secret}\n`);
    return openExchanges([{ venue: 'gate', url, keyFile, ccxt }], Date.now, {
      network: 'regtest',
      upstreams,
      isTreasury,
    });
  };

  it.each<[name: string, manifest: string | undefined, why: string]>([
    ['is not there', undefined, 'cannot be read (ENOENT): install ccxt@4.5.84'],
    [
      'is another release',
      '{"name":"ccxt","version":"4.5.85"}',
      'holds ccxt 4.5.85, and this release knows ccxt 4.5.84',
    ],
    ['is something else', '{"name":"other","version":"4.5.84"}', 'holds other 4.5.84'],
    ['cannot be read', 'no JSON', 'holds undefined undefined'],
  ])('is refused where ccxt %s', (_name, manifest, why) => {
    const ccxt = mkdtempSync(join(directory, 'ccxt-'));
    if (manifest !== undefined) writeFileSync(join(ccxt, 'package.json'), manifest);
    expect(() => openGate(ccxt)).toThrow(why);
  });

  it('is asked by the treasury alone: another process loads nothing of ccxt', async () => {
    // A folder that passes for ccxt and has nothing that could be loaded: what loads it fails by its name.
    const empty = mkdtempSync(join(directory, 'ccxt-'));
    writeFileSync(join(empty, 'package.json'), '{"name":"ccxt","version":"4.5.84"}');
    const asked = (isTreasury: boolean) => {
      const [gate] = openGate(empty, undefined, isTreasury);
      return Promise.allSettled([gate?.balances(), gate?.takes?.('KLS')]);
    };
    const why = (isTreasury: boolean) =>
      asked(isTreasury).then((all) =>
        all.map((each) => (each.status === 'rejected' ? String(each.reason) : 'answered')),
      );
    const refused = 'Error: gate is asked by the process with the role treasury alone';
    expect(await why(false)).toEqual([refused, refused]);
    // The planted violation: where the role is given, it is what gets loaded.
    expect((await why(true)).every((each) => each.includes('ccxt.js'))).toBe(true);
  });

  it.skipIf(!hasCcxt)('is asked through ccxt, which is loaded with the first question', async () => {
    const venue = new StandInVenue(Date.now, [], [{ coin: 'KLSN', name: 'KLSNET', fee: 1n, amountMin: 0n }]);
    venue.balances.set('KLSN', 0n);
    const server = await serveVenue(gateFace(venue, Date.now));
    const [gate] = openGate(folder, server.url);
    expect(gate?.expects).toEqual(['KLS']);
    expect(server.calls).toEqual([]);
    expect(await gate?.takes?.('KLS')).toEqual({ kind: 'taken', addresses: ['deposit-KLSN-KLSNET'] });
    expect((await gate?.balances())?.get('KLS')).toEqual({ available: 0n, total: 0n });
    expect(await gate?.markets()).toEqual([]);
    await server.close();
  });
});
