import { describe, expect, it } from 'vitest';
import { call, connect, lowHash, user } from '../../testing/header-connection.ts';
import type { PortMiner } from '../../testing/port-miner.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { ironfish } from './ironfish.ts';

describe('Iron Fish’s Stratum', () => {
  const header = new Uint8Array(180).fill(0x55);
  // Openlode
  const graffiti = `4f70656e6c6f6465${'0'.repeat(48)}`;
  const sent = `${graffiti}${'5'.repeat(280)}${'0'.repeat(16)}`;
  const request = 0x5555555;
  const inputs: string[] = [];
  const join = (body: object): { miner: PortMiner<unknown, unknown>; lines: readonly string[] } => {
    const verify = (input: unknown): unknown => {
      inputs.push(hexOfBytes(input as Uint8Array));
      return lowHash;
    };
    const miner = connect(ironfish, verify, () => header);
    return { miner, lines: call(miner, { id: 1, method: 'mining.subscribe', body }).lines };
  };
  const submit = (miner: PortMiner<unknown, unknown>, body: object): string | undefined => {
    const share = { miningRequestId: request, randomness: '1234000000000001', ...body };
    return call(miner, { id: 2, method: 'mining.submit', body: share }).lines[0];
  };
  const result = (text: string): string =>
    `{"id":2,"method":"mining.submitted","body":{"id":2,"result":${text}}}\n`;
  const work256 = [
    `{"id":0,"method":"mining.set_target","body":{"target":"01${'0'.repeat(62)}"}}\n`,
    `{"id":0,"method":"mining.notify","body":{"miningRequestId":${request},"header":"${sent}"}}\n`,
  ];

  it('gives versions 2 and 3 a part of the randomness, and takes the worker from its own field', () => {
    for (const version of [2, 3]) {
      const { miner, lines } = join({ version, agent: 'rigel/1.2', publicAddress: 'ERG:9h', name: 'rig7' });
      expect(lines).toEqual([
        '{"id":1,"method":"mining.subscribed","body":{"clientId":4660,"xn":"1234"}}\n',
        ...work256,
      ]);
      expect([...miner.shell.logins].map(({ worker }) => worker)).toEqual(['rig7']);
    }
  });

  it('hashes the header with the pool’s graffiti, or with that of the miner of version 2', () => {
    const { miner } = join({ version: 3, publicAddress: user });
    expect(submit(miner, {})).toBe(result('true'));
    expect(inputs.pop()).toBe(`${graffiti}${'5'.repeat(280)}1234000000000001`);
    expect(submit(miner, { graffiti: 'AB'.repeat(32) })).toBe(result('true'));
    expect(inputs.pop()).toBe(`${'ab'.repeat(32)}${'5'.repeat(280)}1234000000000001`);
    for (const same of [
      {},
      { graffiti: graffiti.toUpperCase() },
      { graffiti: 'ab'.repeat(32) },
      { randomness: '0x1234000000000001' },
    ])
      expect(submit(miner, same)).toBe(result('false,"message":"Duplicate share"'));
    for (const wrong of [
      { graffiti: 'ab' },
      { graffiti: 5 },
      { randomness: '4321000000000001' },
      { randomness: '1' },
    ])
      expect(submit(miner, wrong)).toBe(result('false,"message":"Malformed share"'));
    expect(submit(miner, { miningRequestId: 1 })).toBe(result('false,"message":"Job not found"'));
    expect(submit(miner, { miningRequestId: '5555555' })).toBe(result('false,"message":"Job not found"'));
  });

  it('gives version 1 the whole randomness and its graffiti', () => {
    for (const version of [1, undefined]) {
      const { miner, lines } = join({ version, publicAddress: user });
      expect(lines).toEqual([
        '{"id":1,"method":"mining.subscribed","body":{"clientId":0,"graffiti":"Openlode"}}\n',
        ...work256,
      ]);
      expect(submit(miner, { randomness: 'ffffffffffffffff' })).toBe(result('true'));
    }
  });

  it('refuses with an error that names the message', () => {
    const error = (text: string): string => `{"id":0,"error":{"id":1,"message":"${text}"}}\n`;
    const spoken = 'Versions 1 to 3 of the protocol of Iron Fish are spoken here';
    for (const version of [0, 4, '3', null])
      expect(join({ version, publicAddress: user }).lines).toEqual([error(spoken)]);
    expect(join({ version: 3, publicAddress: 'NOPE:a' }).lines).toEqual([
      error('This pool does not pay NOPE'),
    ]);
    expect(join({ version: 3 }).lines).toEqual([error('No login: use COIN:ADDRESS.WORKER')]);
    const { miner } = join({ version: 3, publicAddress: user });
    expect(call(miner, { id: 1, method: 'mining.get_status', body: {} }).lines).toEqual([
      error('Unknown method'),
    ]);
    for (const body of [null, [], 'text', 7])
      expect(call(miner, { id: 1, method: 'mining.subscribe', body }).effects).toEqual([]);
    expect(submit(join({ version: 4, publicAddress: user }).miner, {})).toBe(
      result('false,"message":"Unauthorized worker"'),
    );
  });
});
