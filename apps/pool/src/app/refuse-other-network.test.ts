import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSocket, type Server as Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { printLine } from '@openlode/signing/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bitcoinChains } from '../adapters/chains/bitcoin/chain-facts.ts';
import { moneroFacts } from '../adapters/chains/monero/chain-facts.ts';
import { parsePoolFile } from '../settings/parse-pool-file.ts';
import { refuseOtherNetworks } from './refuse-other-network.ts';

type Answers = Readonly<Record<string, unknown>>;

const xmr = '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
const account = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
const litecoin = bitcoinChains.find(({ asset }) => asset === 'LTC')?.networks;
const hash = 'ab'.repeat(32);

/** What a node of Litecoin says of itself, as far as it is asked. */
function litecoinNode(network: 'main' | 'regtest', genesis = litecoin?.[network].genesis): Answers {
  return {
    getnetworkinfo: { connections: 8, subversion: '/LitecoinCore:0.21.2/' },
    getblockchaininfo: {
      chain: network,
      blocks: 9,
      headers: 9,
      bestblockhash: hash,
      initialblockdownload: false,
    },
    getblockhash: genesis,
  };
}

function moneroNode(nettype: string): Answers {
  return {
    get_info: {
      status: 'OK',
      nettype,
      height: 10,
      top_block_hash: hash,
      target_height: 0,
      synchronized: true,
      offline: false,
      incoming_connections_count: 1,
      outgoing_connections_count: 1,
      version: '0.18.0.0',
      adjusted_time: 0,
    },
    get_block_header_by_height: { status: 'OK', block_header: { hash: moneroFacts.genesis } },
  };
}

const evmNode = (chainId: number): Answers => ({
  eth_chainId: `0x${chainId.toString(16)}`,
  eth_syncing: false,
  eth_blockNumber: '0x9',
});

describe('a pool whose file is of another kind than what it names', () => {
  let folder: string;
  let opened: (Server | Socket)[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-kind-'));
    opened = [];
    writeFileSync(join(folder, 'login'), 'a:b');
  });
  afterEach(() => {
    for (const each of opened) each.close();
    rmSync(folder, { recursive: true });
  });

  async function node(answers: Answers | undefined): Promise<string> {
    const server = createServer((request, response) => {
      // One that takes calls and answers none.
      if (answers === undefined) return;
      void json(request).then((call) => {
        const { id, method } = call as { readonly id: unknown; readonly method: string };
        const known = Object.hasOwn(answers, method);
        const error = known ? null : { code: -32_601, message: 'unknown' };
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ id, result: known ? answers[method] : null, error }));
      });
    });
    opened.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A signer that has keys and limits of these networks. */
  async function signer(...networks: readonly string[]): Promise<string> {
    const path = join(folder, `s${opened.length}`);
    const server = createSocket({ allowHalfOpen: true }, (socket) => {
      socket.resume();
      const limits = { payment: 1n, day: 1n, fee: 1n, feeRate: 1n };
      const described = networks.map((network) => ({
        network,
        keys: [],
        limits,
        spentToday: 0n,
        sweepTo: [],
      }));
      const journal = { entry: 3, seal: hash };
      socket.end(printLine({ ok: true, type: 'described', networks: described, journal }));
    });
    opened.push(server);
    server.listen(path);
    await once(server, 'listening');
    return path;
  }

  const isPair = (answers: Given['evm']): answers is readonly [Answers | undefined, Answers] =>
    Array.isArray(answers);

  interface Given {
    readonly kind: 'real' | 'regtest';
    readonly litecoin?: Answers | undefined;
    /** Of the second node as well, where it says the same; undefined takes calls and answers none. */
    readonly evm?: Answers | readonly [Answers | undefined, Answers];
    readonly monero?: Answers | readonly [Answers | undefined, Answers];
    readonly signs?: string;
  }

  /** Two nodes of Litecoin that say the same; EVM and Monero where they are given. */
  async function refused({ kind, evm, monero, signs, ...given }: Given, hasSigners = true): Promise<string> {
    const login = join(folder, 'login');
    const said = 'litecoin' in given ? given.litecoin : litecoinNode(kind === 'real' ? 'main' : 'regtest');
    const address =
      kind === 'real'
        ? 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'
        : 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
    const both = async (answers: Given['evm'], more = '') => {
      const [first, second] = isPair(answers) ? answers : [answers, answers];
      const urls = [await node(first), await node(second)];
      return urls.map((url, at) => `\n      - { name: n${at}, url: '${url}'${more} }`).join('');
    };
    const lines = [
      `kind: ${kind}\nrates: [{ source: coinpaprika }, { source: coingecko }]`,
      `chains:\n  - coin: LTC\n    address: ${address}\n    nodes:${await both(said, `, login: ${login}`)}`,
      ...(signs === undefined ? [] : [`rails: [{ coin: LTC, wallet: w, signer: ${signs} }]`]),
      ...(evm === undefined
        ? []
        : [
            `evm:\n  - network: ETH\n    account: "${account}"\n    signer: ${join(folder, 'none')}\n    nodes:${await both(evm)}`,
          ]),
      ...(monero === undefined
        ? []
        : [
            `monero:\n    address: "${xmr}"\n    signer: ${join(folder, 'none')}\n    wallet: { url: 'http://127.0.0.1:1' }\n    nodes:${await both(monero)}`,
          ]),
    ];
    const reading = parsePoolFile(lines.join('\n'), (path) => path);
    if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
    return refuseOtherNetworks(reading.pool, hasSigners, 1000).then(
      () => 'started',
      (error: Error) => error.message,
    );
  }

  it.each([
    ['real', 'regtest', 'of node n0 of LTC it holds that it is a node of regtest, not of main'],
    ['regtest', 'main', 'of node n0 of LTC it holds that it is a node of main, not of regtest'],
  ] as const)('is not started: kind %s on nodes of %s', async (kind, network, expected) => {
    const message = await refused({ kind, litecoin: litecoinNode(network), signs: join(folder, 'absent') });
    expect(message).toContain(`the file of OPENLODE_CONFIG is of a pool of kind ${kind}, and ${expected}`);
    // Each of them is named.
    expect(message).toContain('node n1 of LTC');
  });

  it('is not started on nodes that call themselves main, and begin with another block', async () => {
    const litecoin = litecoinNode('main', hash);
    expect(await refused({ kind: 'real', litecoin, signs: join(folder, 'absent') })).toContain(
      `it is a node of another chain than LTC: its first block is ${hash}`,
    );
  });

  it.each([
    ['real', 31_337, 'it is a node of chain 31337, and 1 is paid on'],
    ['real', 56, 'it is a node of chain 56, and 1 is paid on'],
    ['regtest', 1, 'it is a node of chain 1, and 31337 is paid on'],
    ['real', 1, 'started'],
    ['regtest', 31_337, 'started'],
  ] as const)('of kind %s on chain %i: %s', async (kind, chainId, expected) => {
    expect(await refused({ kind, evm: evmNode(chainId) })).toContain(expected);
  });

  it.each([
    ['real', 'fakechain', 'it is a node of fakechain, not of mainnet'],
    ['real', 'stagenet', 'it is a node of stagenet, not of mainnet'],
    ['regtest', 'mainnet', 'it is a node of mainnet, not of fakechain'],
    ['real', 'mainnet', 'started'],
  ] as const)('of kind %s on a Monero of %s: %s', async (kind, nettype, expected) => {
    expect(await refused({ kind, monero: moneroNode(nettype) })).toContain(expected);
  });

  it('is not started with a signer of the other network, and with none where coins are money', async () => {
    const [main, test, none] = [await signer('LTC'), await signer('LTC-regtest'), await signer()];
    expect(await refused({ kind: 'real', signs: test })).toContain(
      `the signer at ${test} signs for LTC-regtest, and not for LTC`,
    );
    expect(await refused({ kind: 'regtest', signs: main })).toContain(
      `the signer at ${main} signs for LTC, and not for LTC-regtest`,
    );
    expect(await refused({ kind: 'real', signs: none })).toContain(
      `the signer at ${none} has no key or no policy for LTC`,
    );
    expect(await refused({ kind: 'regtest', signs: none })).toBe('started');
    expect(await refused({ kind: 'real', signs: main })).toBe('started');
    // A process that does not pay may not reach it.
    expect(await refused({ kind: 'real', signs: test }, false)).toBe('started');
  });

  it('is not started on a node of another network because one beside it is silent', async () => {
    expect(await refused({ kind: 'real', evm: [undefined, evmNode(56)] })).toContain(
      'of node n1 of ETH it holds that it is a node of chain 56, and 1 is paid on',
    );
    expect(await refused({ kind: 'real', monero: [undefined, moneroNode('fakechain')] })).toContain(
      'of node n1 of payouts of XMR it holds that it is a node of fakechain, not of mainnet',
    );
  });

  it('is started where nodes and signer do not answer', async () => {
    const signs = join(folder, 'absent');
    expect(await refused({ kind: 'real', litecoin: undefined, signs })).toBe('started');
  });
});
