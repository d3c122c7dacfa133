import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import type { NodeRpc, Params } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { moneroFacts } from './chain-facts.ts';
import { openMoneroChain } from './monero-chain.ts';
import { height92, recordedAddress } from './testing/recorded.ts';

const tip = String(height92.answer['prev_hash']);
const result = (value: object): RpcOutcome => ({ kind: 'result', value: { status: 'OK', ...value } });
const refused = (code: number, why: string): RpcOutcome => ({ kind: 'refused', code, why });
const unanswered: RpcOutcome = { kind: 'unanswered', why: 'connect ECONNREFUSED' };
const unknownBlock = refused(-5, "Internal error: can't get block by hash. Hash = ab.");
const header = (fields: object): RpcOutcome =>
  result({ block_header: { hash: height92.hash, height: 92, depth: 0, orphan_status: false, ...fields } });

type Answer = (params: Params) => RpcOutcome;

/** A node that answers what a suite says; everything is well at first, and it has no block of the pool. */
class ScriptedNode implements NodeRpc {
  readonly #answers = new Map<string, Answer>();

  constructor() {
    this.knows({});
    this.set('get_block_header_by_height', () => header({ hash: moneroFacts.genesis, height: 0 }));
    this.set('get_last_block_header', () => header({ hash: tip, height: 91 }));
    this.set('get_block_template', () => result(height92.answer));
    this.set('get_block_header_by_hash', () => unknownBlock);
  }

  set(method: string, answer: Answer): void {
    this.#answers.set(method, answer);
  }

  knows(changes: object): void {
    const info = {
      nettype: 'fakechain',
      height: 92,
      top_block_hash: tip,
      target_height: 0,
      synchronized: true,
      offline: false,
      incoming_connections_count: 1,
      outgoing_connections_count: 0,
      version: '0.18.0.0',
      adjusted_time: 1795462673,
    };
    this.set('get_info', () => result({ ...info, ...changes }));
  }

  async call(method: string, params: Params = []): Promise<RpcOutcome> {
    return this.#answers.get(method)?.(params) ?? refused(-32601, 'Method not found');
  }

  close(): void {
    // Nothing is open.
  }
}

describe('Monero by the word of its nodes', () => {
  let one: ScriptedNode;
  let two: ScriptedNode;
  let chain: ChainOnNodes;

  beforeEach(() => {
    vi.useFakeTimers();
    one = new ScriptedNode();
    two = new ScriptedNode();
  });

  afterEach(async () => {
    const closing = chain.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    vi.useRealTimers();
  });

  async function open(): Promise<ChainOnNodes> {
    chain = openMoneroChain({
      network: 'regtest',
      nodes: [
        { name: 'one', rpc: one },
        { name: 'two', rpc: two },
      ],
      address: recordedAddress,
      tag: '/Openlode/',
      random: (count) => new Uint8Array(count).fill(height92.random),
      now: () => Date.now(),
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(1000);
    return chain;
  }

  const submission = (): Uint8Array => {
    const template = chain.template() as HeaderTemplate;
    return template.blockWith(new Uint8Array(16).fill(height92.salt)).submissionOf(height92.nonce);
  };
  const rewards = [{ asset: 'XMR', amount: height92.reward * 10n ** 6n }];

  it('gives work with the seeds of RandomX, also the one that comes', async () => {
    const nextSeed = 'cd'.repeat(32);
    one.set('get_block_template', () => result({ ...height92.answer, next_seed_hash: nextSeed }));
    two.knows({ synchronized: false });
    await open();
    const template = chain.template() as HeaderTemplate;
    const { seeds, clean, height } = template;
    expect([height, clean]).toEqual([92, false]);
    expect([chain.givesWholeBlocks, template.blockWith(new Uint8Array(16)).whole === undefined]).toEqual([
      true,
      false,
    ]);
    expect(Buffer.from(seeds?.seedHash ?? []).toString('hex')).toBe(height92.answer['seed_hash']);
    expect(Buffer.from(seeds?.nextSeedHash ?? []).toString('hex')).toBe(nextSeed);
    expect(chain.networkNow()?.seeds).toEqual([height92.answer['seed_hash'], nextSeed]);
    expect(chain.yieldNow()).toEqual({
      asset: 'XMR',
      blockTimeS: '120',
      rewardPerBlock: '35.188652957729',
      networkRate: '0.008',
    });
  });

  it('asks for the newest block several times a second, and for work only when it is another', async () => {
    let tips = 0;
    let templates = 0;
    one.set('get_last_block_header', () => {
      tips += 1;
      return header({ hash: tip, height: 91 });
    });
    one.set('get_block_template', () => {
      templates += 1;
      return result(height92.answer);
    });
    await open();
    await vi.advanceTimersByTimeAsync(9000);
    expect(tips).toBeGreaterThan(30);
    expect(templates).toBe(1);
  });

  it.each([
    [{ nettype: 'mainnet' }, 'it is a node of mainnet, not of fakechain'],
    [{ outgoing_connections_count: 0, incoming_connections_count: 0 }, 'it is alone: no peer is connected'],
    [{ target_height: 200 }, 'it is behind: block 91 of 199'],
  ])('gives no work where %j', async (changes, problem) => {
    for (const node of [one, two]) node.knows(changes);
    await open();
    expect(chain.template()).toBeUndefined();
    expect(chain.problems()).toEqual([
      { node: 'one', problem },
      { node: 'two', problem },
    ]);
  });

  it('gives up the work of nodes that call themselves ones of another network, and takes it up again', async () => {
    await open();
    for (const node of [one, two]) node.knows({ nettype: 'stagenet' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(chain.template()).toBeUndefined();
    expect(chain.problems()[0]?.problem).toBe('it is a node of stagenet, not of fakechain');
    expect(await chain.nodes?.answersOf(height92.hash)).toEqual([]);
    for (const node of [one, two]) node.knows({});
    await vi.advanceTimersByTimeAsync(1500);
    expect(chain.problems().map(({ problem }) => problem)).toEqual([undefined, undefined]);
    expect(chain.template()?.height).toBe(92);
  });

  it.each([
    ['seed', { seed_hash: 'ee'.repeat(32) }],
    // Too high, and no share would be seen to be a block.
    ['difficulty', { wide_difficulty: '0xffffffff' }],
  ])('takes no work of a node that names another %s', async (what, changes) => {
    two.set('get_block_template', () => result({ ...height92.answer, ...changes }));
    await open();
    const [first, second] = chain.problems().map(({ problem }) => problem);
    expect([first, second].filter((problem) => problem === undefined)).toHaveLength(1);
    expect([first, second]).toContain(`it names another ${what} than was named before it`);
  });

  it('takes a block for accepted where the node has it, and not where it says OK', async () => {
    await open();
    const block = submission();
    for (const node of [one, two]) node.set('submit_block', () => result({}));
    await expect(chain.submitBlock(block)).rejects.toThrow(
      `block ${height92.hash} is to be submitted again (one: status OK, and it does not have the block, two: status OK, and it does not have the block)`,
    );
    one.set('get_block_header_by_hash', () => header({ orphan_status: true }));
    expect(await chain.submitBlock(block)).toEqual({
      kind: 'inconclusive',
      why: 'one: not on its best branch',
    });
    two.set('get_block_header_by_hash', () => header({}));
    expect(await chain.submitBlock(block)).toEqual({ kind: 'accepted', rewards });
    // The answer was lost, the block was not.
    for (const node of [one, two]) node.set('submit_block', () => unanswered);
    expect(await chain.submitBlock(block)).toEqual({ kind: 'duplicate', rewards });
  });

  it('calls a block invalid by the names of those that refuse it and do not have it', async () => {
    await open();
    const block = submission();
    for (const node of [one, two]) node.set('submit_block', () => refused(-7, 'Block not accepted'));
    two.set('get_block_header_by_hash', () => unanswered);
    expect(await chain.submitBlock(block)).toMatchObject({ kind: 'invalid', nodes: ['one'] });
    expect(await chain.submitBlock(Uint8Array.of(1, 2, 3))).toEqual({
      kind: 'invalid',
      why: 'the bytes end too early',
      nodes: [],
    });
  });

  it('hears orphaned from nodes that have forgotten the block, and have another one there', async () => {
    await open();
    for (const node of [one, two]) {
      node.set('get_block_header_by_hash', () => unknownBlock);
      node.set('get_block_header_by_height', () => header({ hash: 'ff'.repeat(32) }));
      node.knows({ height: 101 });
    }
    await vi.advanceTimersByTimeAsync(3000);
    const said = { height: 100, isSynced: true, state: 'orphaned', buriedUnder: 8 };
    expect(await chain.nodes?.answersOf(height92.hash, 92)).toEqual([
      { node: 'one', ...said },
      { node: 'two', ...said },
    ]);
    // Of one whose place is not said nothing is known.
    expect((await chain.nodes?.answersOf(height92.hash))?.map(({ state }) => state)).toEqual([
      'unknown',
      'unknown',
    ]);
  });
});
