import type { RandomxInput } from '@openlode/stratum/dialects/monero/jobs';
import type { NodeRpc } from '../nodes/node-rpc.ts';

export interface CalculatingNode {
  readonly name: string;
  readonly rpc: Pick<NodeRpc, 'call'>;
}

export interface CalcPowOptions {
  /** At least one; several are witnesses of each other. */
  readonly nodes: readonly CalculatingNode[];
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
  /** Why a node is not asked for a while. */
  readonly onProblem: (node: string, problem: string) => void;
}

/** A node fills a cache for the first hash of a seed: seconds, and more of them on a busy machine. */
const answerMs = 20_000;
/** A node that is silent, or says something else than two others, is not asked for this long. */
const restMs = 30_000;

/**
 * Calculates RandomX by the word of nodes (`calc_pow`), where this machine has no library for it. Two nodes must say the same; where they
 * do not, further ones are asked until two agree. A single configured node is believed. Undefined where there is no such word.
 */
export function createCalcPow({
  nodes,
  now,
  onProblem,
}: CalcPowOptions): (input: RandomxInput) => Promise<Uint8Array | undefined> {
  const needed = Math.min(nodes.length, 2);
  const restsUntil = new Map<string, number>();
  let turn = 0;

  function rest(name: string, problem: string): void {
    restsUntil.set(name, now() + restMs);
    onProblem(name, problem);
  }

  async function ask({ name, rpc }: CalculatingNode, params: object): Promise<string | undefined> {
    const outcome = await rpc.call('calc_pow', { ...params }, { withinMs: answerMs });
    if (outcome.kind === 'result' && typeof outcome.value === 'string' && isHash.test(outcome.value))
      return outcome.value.toLowerCase();
    rest(
      name,
      outcome.kind === 'result' ? 'it answers calc_pow with something else than a hash' : outcome.why,
    );
    return undefined;
  }

  return async ({ blob, seedHash }) => {
    const params = {
      // The version of the block, with which its blob begins; from 12 on the seed says the rest.
      major_version: blob[0],
      height: 0,
      block_blob: Buffer.from(blob).toString('hex'),
      seed_hash: Buffer.from(seedHash).toString('hex'),
    };
    turn += 1;
    const awake = nodes.filter(({ name }) => (restsUntil.get(name) ?? -Infinity) <= now());
    const waiting = awake.map((_node, index) => awake[(index + turn) % awake.length]);
    const reported = new Map<string, string[]>();
    for (let count = needed; ; count = 1) {
      const asked = waiting.splice(0, count).filter((node) => node !== undefined);
      if (asked.length === 0) return undefined;
      const answers = await Promise.all(
        asked.map(async (node) => [node.name, await ask(node, params)] as const),
      );
      for (const [name, hash] of answers)
        if (hash !== undefined) reported.set(hash, [...(reported.get(hash) ?? []), name]);
      const agreed = [...reported].find(([, names]) => names.length >= needed)?.[0];
      if (agreed === undefined) continue;
      for (const [hash, names] of reported)
        if (hash !== agreed)
          for (const name of names) rest(name, `it says another hash than ${needed} other nodes`);
      return new Uint8Array(Buffer.from(agreed, 'hex'));
    }
  };
}

const isHash = /^[0-9a-f]{64}$/i;
