import { type AnvilNode, anvilAccounts, tokenModes } from '../../../../../../testing/anvil-node.ts';
import { addressWord, numberWord } from '../../../adapters/rails/evm/testing/contract-words.ts';
import type { SeededRandom } from '../../simulation/seeded-random.ts';
import type { EvmGround } from './evm-ground.ts';
import { confirmations } from './evm-place.ts';
import type { GroundFault } from './ground.ts';

const gwei = 10n ** 9n;

interface Waiting {
  readonly hash: string;
  readonly nonce: number;
  readonly price: bigint;
}

/** What waits of the pool at a node, by number. */
async function waitingOf(node: AnvilNode, account: string): Promise<readonly Waiting[]> {
  type Pool = Readonly<
    Record<
      string,
      Readonly<Record<string, { hash: string; nonce: string; gasPrice?: string; maxFeePerGas?: string }>>
    >
  >;
  const pools = await node.ask<{ pending: Pool; queued: Pool }>('txpool_content');
  return [pools.pending, pools.queued]
    .flatMap((pool) =>
      Object.entries(pool).flatMap(([from, each]) =>
        from.toLowerCase() === account ? Object.values(each) : [],
      ),
    )
    .map(({ hash, nonce, gasPrice, maxFeePerGas }) => ({
      hash,
      nonce: Number(nonce),
      price: BigInt(maxFeePerGas ?? gasPrice ?? 0),
    }))
    .toSorted((a, b) => a.nonce - b.nonce);
}

/** Nodes of Ethereum forget, fork, end and start again; the account is used from outside; prices rise. */
export function evmFaults(ground: EvmGround): readonly GroundFault[] {
  const { pair } = ground;
  const forget = async (
    nodes: readonly AnvilNode[],
    pick: (waiting: readonly Waiting[]) => Waiting | undefined,
  ): Promise<'over' | undefined> => {
    const chosen = pick(await waitingOf(pair.one, ground.account));
    if (chosen === undefined) return undefined;
    for (const node of nodes) await node.ask('anvil_dropTransaction', chosen.hash).catch(() => undefined);
    return 'over';
  };
  const any =
    (random: SeededRandom) =>
    (waiting: readonly Waiting[]): Waiting | undefined =>
      waiting.length === 0 ? undefined : random.pick(waiting);
  const send = async (raw: string): Promise<'over' | undefined> => {
    const taken = await Promise.all(
      ground.nodes.map((node) =>
        node.ask('eth_sendRawTransaction', raw).then(
          () => true,
          () => false,
        ),
      ),
    );
    return taken.includes(true) ? 'over' : undefined;
  };
  const nextOf = async (tag: 'latest' | 'pending'): Promise<number> =>
    Number(await pair.one.ask('eth_getTransactionCount', ground.account, tag));
  const giveUp = async (random: SeededRandom, isForgotten: boolean): Promise<'over' | undefined> => {
    if (pair.isApart) return undefined;
    await pair.rollBack(1 + random.below(confirmations - 1), isForgotten);
    return 'over';
  };
  return [
    {
      name: 'a node killed and started again without its pool',
      weight: 1,
      begin: async (random) => {
        if (pair.isApart) return undefined;
        await pair.restart(random.percent(50) ? 'one' : 'two');
        return 'over';
      },
    },
    {
      name: 'a transaction forgotten by both nodes',
      weight: 4,
      begin: (random) => forget(ground.nodes, any(random)),
    },
    {
      name: 'a transaction forgotten by one node',
      weight: 3,
      begin: (random) => forget([random.pick(ground.nodes)], any(random)),
    },
    {
      name: 'a gap: the first number forgotten, later ones kept',
      weight: 4,
      begin: () => forget(ground.nodes, (waiting) => (waiting.length > 1 ? waiting[0] : undefined)),
    },
    {
      name: 'a branch given up',
      weight: 3,
      begin: (random) => giveUp(random, false),
    },
    {
      name: 'a branch given up, its transactions forgotten',
      weight: 3,
      begin: (random) => giveUp(random, true),
    },
    {
      name: 'the nodes cut apart, and joined on the longer branch',
      weight: 2,
      begin: async () => {
        if (pair.isApart) return undefined;
        pair.cut();
        return () => pair.join();
      },
    },
    {
      name: 'a number used from outside, in place of a payment',
      weight: 3,
      begin: async (random) => {
        const waiting = await waitingOf(pair.one, ground.account);
        if (waiting.length === 0) return undefined;
        const { nonce, price } = random.pick(waiting);
        return send(ground.signOutside(ground.account, 0n, nonce, price * 2n + gwei));
      },
    },
    {
      name: 'the next number used from outside',
      weight: 2,
      begin: async () => send(ground.signOutside(ground.account, 0n, await nextOf('pending'), 300n * gwei)),
    },
    {
      name: 'the account emptied from outside',
      weight: 2,
      begin: async () => {
        const nonce = await nextOf('latest');
        const held = BigInt(await pair.one.ask<string>('eth_getBalance', ground.account, 'latest'));
        const value = held - 100_000n * 300n * gwei;
        if (value <= 0n) return undefined;
        const sent = await send(ground.signOutside(anvilAccounts[0], value, nonce, 300n * gwei));
        return sent && (() => ground.fund(20));
      },
    },
    {
      name: 'a price over the cap',
      weight: 3,
      begin: async (random) => {
        const price = BigInt(2 + random.below(200)) * gwei;
        await pair.one.ask('anvil_setNextBlockBaseFeePerGas', `0x${price.toString(16)}`);
        return async () => {
          await pair.one.ask('anvil_setNextBlockBaseFeePerGas', `0x${gwei.toString(16)}`);
        };
      },
    },
  ];
}

/** Tokens that do something else while a payment of them is on its way. */
export function tokenFaults(ground: EvmGround): readonly GroundFault[] {
  const call = ground.callToken.bind(ground);
  const mode = (name: string, value: bigint): GroundFault => ({
    name,
    weight: 3,
    begin: async () => {
      await call('setMode(uint256)', numberWord(value));
      return () => call('setMode(uint256)', numberWord(tokenModes.honest));
    },
  });
  return [
    mode('a token that answers false and moves nothing', tokenModes.false),
    mode('a token that keeps a tenth', tokenModes.taxed),
    mode('a token that answers nothing', tokenModes.quiet),
    {
      name: 'a token that undoes the payments of the account',
      weight: 3,
      begin: async () => {
        const set = (isBlocked: bigint) =>
          call('setBlocked(address,bool)', addressWord(ground.account), numberWord(isBlocked));
        await set(1n);
        return () => set(0n);
      },
    },
  ];
}
