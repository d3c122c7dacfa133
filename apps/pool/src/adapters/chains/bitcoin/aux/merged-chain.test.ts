import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BitcoinTemplate, BlockTemplate, MergedWork } from '../../../../domain/kernel/block-template.ts';
import { scrypt } from '../../../../sandbox/chain/scrypt.ts';
import type { NodeRpc } from '../../nodes/node-rpc.ts';
import type { RpcOutcome } from '../../nodes/rpc-answer.ts';
import type { NamedVerdict } from '../../nodes/submit-outcome.ts';
import { bitcoinChains } from '../chain-facts.ts';
import { AuxNetwork, StandInAuxNode } from '../testing/aux-node.ts';
import { easyHeader, easyTip, height131 } from '../testing/recorded.ts';
import { solve } from '../testing/solve.ts';
import { auxFacts } from './aux-facts.ts';
import { readAuxBlock, readAuxWork } from './aux-work.ts';
import { commitTo } from './merge-work.ts';
import { type MergedChains, openMergedChains } from './merged-chain.ts';

const [litecoin] = bitcoinChains;
if (litecoin === undefined) throw new Error('there are no chains');
const parentFacts = litecoin;
const dogecoin = auxFacts('DOGE');
const bells = auxFacts('BELLS');
/** Of the first key, on a test network of either chain. */
const auxAddress = 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8';

const result = (value: unknown): RpcOutcome => ({ kind: 'result', value });
/** A node of Litecoin with the recorded template, whatever is found. */
const parentNode: NodeRpc = {
  call: async (method) => {
    const answers: Readonly<Record<string, unknown>> = {
      getblockhash: parentFacts.networks.regtest.genesis,
      validateaddress: { isvalid: true, scriptPubKey: '00142bf82e71f54d684ce25115d30b9399273275bad0' },
      getblockchaininfo: {
        chain: 'regtest',
        blocks: 130,
        headers: 130,
        bestblockhash: easyTip,
        initialblockdownload: false,
      },
      getnetworkinfo: { connections: 1 },
      getbestblockhash: easyTip,
      getblocktemplate: { ...height131.answer, previousblockhash: easyTip },
      getblockheader: easyHeader.toString('hex'),
    };
    return result(answers[method]);
  },
  close: () => undefined,
};

describe('chains that are mined together', () => {
  let chains: MergedChains | undefined;
  let doge: { network: AuxNetwork; one: StandInAuxNode; two: StandInAuxNode };
  let bell: { network: AuxNetwork; one: StandInAuxNode };
  const late: NamedVerdict[] = [];
  const problems: (string | undefined)[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    const dogeNetwork = new AuxNetwork(dogecoin);
    const bellNetwork = new AuxNetwork(bells);
    doge = {
      network: dogeNetwork,
      one: new StandInAuxNode(dogecoin, dogeNetwork, scrypt),
      two: new StandInAuxNode(dogecoin, dogeNetwork, scrypt),
    };
    bell = { network: bellNetwork, one: new StandInAuxNode(bells, bellNetwork, scrypt) };
    late.length = 0;
    problems.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    chains = undefined;
  });

  const watch = (nodes: readonly NodeRpc[]) => ({
    nodes: nodes.map((rpc, index) => ({ name: `n${index + 1}`, rpc })),
    now: () => performance.now(),
    onProblem: (_node: string, problem: string | undefined) => void problems.push(problem),
    onLateVerdict: (_hash: string, verdict: NamedVerdict) => void late.push(verdict),
  });

  async function open(dogeNodes: readonly NodeRpc[] = [doge.one], tag = '/test/'): Promise<MergedChains> {
    const opened = openMergedChains(
      {
        facts: parentFacts,
        network: 'regtest',
        address: 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq',
        tag,
        ...watch([parentNode]),
      },
      [
        { facts: dogecoin, network: 'regtest', address: auxAddress, ...watch(dogeNodes) },
        { facts: bells, network: 'regtest', address: auxAddress, ...watch([bell.one]) },
      ],
    );
    chains = opened;
    await vi.advanceTimersByTimeAsync(1500);
    return opened;
  }

  function template(): BitcoinTemplate & { merged: readonly MergedWork[] } {
    const now = chains?.parent.template();
    if (now?.family !== 'bitcoin') throw new Error('there is no work');
    return { ...now, merged: now.merged ?? [] };
  }

  /** One share of a template: the bytes that each chain is handed, by its name. */
  function mine(on = template(), spoil: (header: Buffer) => void = () => undefined): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    const submissionOf = (header: Uint8Array, coinbase: Uint8Array): Uint8Array => {
      const spoiled = Buffer.from(header);
      spoil(spoiled);
      for (const work of on.merged) found.set(work.chain, work.submissionOf(spoiled, coinbase));
      return on.submissionOf(header, coinbase);
    };
    const { submission } = solve({ ...on, submissionOf }, scrypt, 7);
    return found.set(on.chain, submission);
  }

  const submit = (name: string, blocks: Map<string, Uint8Array>) => {
    const chain = chains?.merged.find((each) => each.name === name);
    const block = blocks.get(name);
    if (chain === undefined || block === undefined) throw new Error(`there is no block of ${name}`);
    return chain.submitBlock(block);
  };

  it('are both found by one share, each with its own hash, reward and depth', async () => {
    const { merged } = await open();
    const blocks = mine();
    expect([...blocks.keys()].toSorted()).toEqual(['bells-regtest', 'doge-regtest', 'ltc-regtest']);
    const amount = 10_000_000_000_420_000_000_000n;
    expect(await submit('doge-regtest', blocks)).toEqual({
      kind: 'accepted',
      rewards: [{ asset: 'DOGE', amount }],
    });
    expect(await submit('bells-regtest', blocks)).toEqual({
      kind: 'accepted',
      rewards: [{ asset: 'BELLS', amount }],
    });
    expect([doge.one.refusals, bell.one.refusals]).toEqual([[], []]);
    expect(doge.network.hashes).toHaveLength(3);
    const [ofDoge] = merged;
    const hash = readAuxBlock(blocks.get('doge-regtest') ?? new Uint8Array()).hash;
    expect(doge.network.tip).toBe(hash);
    expect(await ofDoge?.stateOf(hash)).toBe('immature');
    doge.network.extend(dogecoin.maturity);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await ofDoge?.stateOf(hash)).toBe('mature');
  });

  it('have blocks that may be handed over again, by a new process as well', async () => {
    await open();
    const blocks = mine();
    await submit('doge-regtest', blocks);
    expect(await submit('doge-regtest', blocks)).toMatchObject({ kind: 'duplicate' });
    await open();
    expect(await submit('doge-regtest', blocks)).toMatchObject({ kind: 'duplicate' });
  });

  it('hand a block to every node, of which the one that built it takes it', async () => {
    await open([doge.one, doge.two]);
    expect(await submit('doge-regtest', mine())).toMatchObject({ kind: 'accepted' });
    expect(doge.network.hashes).toHaveLength(3);
  });

  it('refuse a proof that is none, as their nodes do', async () => {
    await open();
    const spoiled = mine(template(), (header) => header.writeUInt32LE(0x00620000, 0));
    expect(await submit('doge-regtest', spoiled)).toEqual({
      kind: 'invalid',
      why: 'n1: submitauxblock says false',
      nodes: ['n1'],
    });
    expect(doge.one.refusals).toEqual(['the parent has our chain id']);
  });

  it('give their miners other work within a second of a new block of one, on the same block of the parent', async () => {
    const { parent } = await open();
    const before = mine();
    const offered: BlockTemplate[] = [];
    parent.onTemplate((each) => offered.push(each));
    doge.network.extend();
    await vi.advanceTimersByTimeAsync(1100);
    expect(offered.map(({ height, clean }) => [height, clean])).toEqual([[131, false]]);
    expect(template().merged.map(({ chain, height }) => [chain, height])).toEqual([
      ['doge-regtest', 3],
      ['bells-regtest', 2],
    ]);
    // What was searched until then is late for one chain, and a block of the other.
    expect(await submit('doge-regtest', before)).toEqual({ kind: 'stale' });
    expect(await submit('bells-regtest', before)).toMatchObject({ kind: 'accepted' });
  });

  it('wait with a block that no node knows, while its height is free', async () => {
    await open();
    const blocks = mine();
    const restarted = new StandInAuxNode(dogecoin, doge.network, scrypt);
    chains = undefined;
    await open([restarted]);
    await expect(submit('doge-regtest', blocks)).rejects.toThrow(
      'is to be submitted again (n1: it does not know the block: another node built it, or it has started again)',
    );
  });

  it('leave out one whose nodes are silent, and take it up again', async () => {
    await open();
    doge.one.silence = { kind: 'unanswered', why: 'connect ECONNREFUSED' };
    await vi.advanceTimersByTimeAsync(25_000);
    expect(template().merged.map(({ chain }) => chain)).toEqual(['bells-regtest']);
    doge.one.silence = undefined;
    await vi.advanceTimersByTimeAsync(7000);
    expect(template().merged.map(({ chain }) => chain)).toEqual(['doge-regtest', 'bells-regtest']);
  });

  it('are mined with the longest tag, and left out with one that leaves no room, which is said', async () => {
    await open([doge.one], 'x'.repeat(26));
    expect(template().merged).toHaveLength(2);
    expect(problems).not.toContainEqual(expect.stringContaining('commits to no other chain'));
    await open([doge.one], 'x'.repeat(27));
    expect(template().merged).toEqual([]);
    expect(problems.filter((problem) => problem?.includes('commits to no other chain'))).toHaveLength(2);
  });

  it('are followed on where a listener of the parent throws', async () => {
    const { parent, merged } = await open();
    parent.onTemplate(() => {
      throw new Error('no job can be made');
    });
    doge.network.extend();
    await vi.advanceTimersByTimeAsync(1100);
    expect(problems).toContain('no job can be made');
    expect(merged[0]?.problems()).toEqual([{ node: 'n1', problem: undefined }]);
  });

  it('keep the work of one node while another has newer work on the same block', async () => {
    const { parent } = await open([doge.one, doge.two]);
    const builders: boolean[] = [];
    parent.onTemplate((each) => {
      if (each.family === 'bitcoin') builders.push(doge.one.hasBuilt(each.merged?.[0]?.hash));
    });
    await vi.advanceTimersByTimeAsync(70_000);
    // Both renewed theirs twice.
    expect(builders.length).toBeGreaterThan(1);
    expect(builders).not.toContain(false);
  });

  it('offer no work of before a silence', async () => {
    const { parent } = await open();
    const hashes: (string | undefined)[] = [];
    parent.onTemplate((each) => {
      if (each.family === 'bitcoin') hashes.push(each.merged?.[0]?.hash);
    });
    const before = template().merged[0]?.hash;
    doge.one.silence = { kind: 'unanswered', why: 'connect ECONNREFUSED' };
    await vi.advanceTimersByTimeAsync(25_000);
    hashes.length = 0;
    doge.network.extend();
    doge.one.silence = undefined;
    await vi.advanceTimersByTimeAsync(7000);
    expect(hashes.length).toBeGreaterThan(0);
    expect(hashes).not.toContain(before);
  });

  it('take no work of a target that their chain cannot have', async () => {
    doge.network.extend(1, 0x1e0fffff);
    await open();
    expect(problems).toContain(
      'it names the target 207fffff, which the chain cannot have on a block with 1e0fffff',
    );
    expect(template().merged.map(({ chain }) => chain)).toEqual(['bells-regtest']);
  });

  it('take no work of a node that names another target than one before it', async () => {
    doge.two.bits = 0x203fffff;
    const { merged } = await open([doge.one, doge.two]);
    expect(merged[0]?.problems()).toEqual([
      { node: 'n1', problem: undefined },
      { node: 'n2', problem: 'it names another target than was named before it' },
    ]);
  });

  it('take no work of a node of another chain', async () => {
    doge.one.chainId = 16;
    await open();
    expect(problems).toContain('its chain has the id 16, not 98');
    expect(template().merged.map(({ chain }) => chain)).toEqual(['bells-regtest']);
  });
});

describe('what a coinbase carries', () => {
  const work = {
    chain: 'doge-regtest',
    hash: 'ab'.repeat(32),
    previous: 'cd'.repeat(32),
    height: 5,
    chainId: 98,
    bits: 0x207fffff,
    value: 1n,
  };

  it('is nothing under a version that could pass for one of another chain, and without chains', () => {
    expect(commitTo([work], 0x00620004, 45).push).toHaveLength(0);
    expect(commitTo([], 0x20000000, 45).mergedOf([])).toEqual([]);
    expect(commitTo([work], 0x20000000, 45).push).toHaveLength(45);
    expect(commitTo([work], 0x20000000, 44).push).toHaveLength(0);
  });

  it('is read from answers with a target of any order', () => {
    const answer = {
      hash: work.hash,
      previousblockhash: work.previous,
      height: 5,
      chainid: 98,
      bits: '207fffff',
      coinbasevalue: 1,
    };
    const { chain: _chain, ...expected } = work;
    expect(readAuxWork({ ...answer, _target: 'ff' }, 98)).toEqual(expected);
    expect(() => readAuxWork({ ...answer, bits: '00000000' }, 98)).toThrow('no hash meets its bits');
    expect(() => readAuxWork({ ...answer, bits: '2100ffff' }, 98)).not.toThrow();
    expect(() => readAuxWork({ ...answer, bits: '2101ffff' }, 98)).toThrow('every hash meets its bits');
  });
});
