import { expect, it } from 'vitest';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { frameBlock } from './frame-block.ts';
import { keysFor, readPayee } from './payee.ts';
import { readTemplate } from './read-template.ts';
import { height92, recordedAddress, recordedViewKey } from './testing/recorded.ts';
import { walletRewards } from './wallet-reward.ts';

const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
const refused = (code: number): RpcOutcome => ({ kind: 'refused', code, why: 'no' });
const unanswered: RpcOutcome = { kind: 'unanswered', why: 'no answer within 10 s' };

/** A block of the recorded template that pays an address. */
function blockFor(address: string): { hash: string; blob: string } {
  const template = readTemplate(height92.answer, height92.reserveBytes);
  const keys = keysFor(readPayee(address), new Uint8Array(64).fill(height92.random));
  const work = frameBlock('xmr-regtest', template, { keys, tag: '/Openlode/' }).blockWith(
    new Uint8Array(16).fill(height92.salt),
  );
  return {
    hash: work.hashOf(height92.nonce),
    blob: Buffer.from(work.submissionOf(height92.nonce)).toString('hex'),
  };
}

const own = blockFor(recordedAddress);
const others = blockFor(
  '4AHf5UPcGEsJqx57DYp8tSCbQB2YLjmxMJdvjoR5mFfP9Y97FTeKCgPXSXWLdpD45nJCtKmj7ixXPGR3UqWeX8ds5LDXXyS',
);

/** A node that has a block, and a wallet of the address that has received 35.18 XMR by its coinbase. */
function play(
  answers: Readonly<Record<string, RpcOutcome>> = {},
  { hash, blob } = own,
): { readonly asked: (readonly [string, unknown])[]; readonly ask: () => Promise<unknown> } {
  const said: Readonly<Record<string, RpcOutcome>> = {
    get_block: result({ status: 'OK', blob }),
    get_address: result({ address: recordedAddress }),
    get_transfer_by_txid: result({ transfer: { locked: false, amount: Number(height92.reward) } }),
    get_height: result({ height: 93 }),
    query_key: result({ key: recordedViewKey }),
    ...answers,
  };
  const asked: (readonly [string, unknown])[] = [];
  const rpc: NodeRpc = {
    call: async (method, params) => {
      asked.push([method, params]);
      return said[method] ?? unanswered;
    },
    close: () => undefined,
  };
  const ask = walletRewards({ address: recordedAddress, nodes: [rpc], now: () => 0 });
  return { asked, ask: () => ask(rpc, hash) };
}

const unknown = { get_transfer_by_txid: refused(-8) };

it.each([
  ['what it has received', {}, own, height92.reward],
  [
    'nothing of what is locked',
    { get_transfer_by_txid: result({ transfer: { locked: true } }) },
    own,
    undefined,
  ],
  ['that it has received nothing of a coinbase of its address', unknown, own, 0n],
  ['that the block pays another address, as before it was changed', unknown, others, 'elsewhere'],
  [
    'nothing of a block that it has not read',
    { ...unknown, get_height: result({ height: 92 }) },
    own,
    undefined,
  ],
  ['nothing where it takes restricted calls only', { get_transfer_by_txid: refused(-7) }, own, undefined],
  ['that it is of another address', { get_address: result({ address: '4other' }) }, own, 'unwatched'],
  ['nothing while no wallet is open in it', { get_address: refused(-13) }, own, undefined],
  ['nothing without the block', { get_block: refused(-5) }, own, undefined],
  [
    'nothing of another block than was asked for',
    { get_block: result({ status: 'OK', blob: others.blob }) },
    own,
    undefined,
  ],
  ['nothing while it is silent', { get_transfer_by_txid: unanswered }, own, undefined],
] as const)('a wallet says %s', async (_name, answers, block, expected) => {
  expect(await play(answers, block).ask()).toBe(expected);
});

it('is asked for the coinbase by the name that is computed here, and for its secret only where it does not know that', async () => {
  const { asked, ask } = play();
  await ask();
  expect(asked).toEqual([
    ['get_address', { account_index: 0 }],
    ['get_block', { hash: own.hash }],
    ['get_transfer_by_txid', { txid: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  ]);
});

it('is not believed where its view key is not that of the address', async () => {
  const { ask } = play({ ...unknown, query_key: result({ key: '01'.padEnd(64, '0') }) });
  await expect(ask()).rejects.toThrow('the view key is not that of the address');
});
