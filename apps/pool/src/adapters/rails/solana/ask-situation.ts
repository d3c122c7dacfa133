import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { askEach, type NodeTip } from '../ask-nodes.ts';
import { requireNonce } from './nonce-account.ts';
import { type AccountState, askAccounts, askLeastKept, askTip, type SolanaNode } from './solana-node.ts';
import { systemProgram } from './solana-facts.ts';
import { agreedPrice, askPrice } from './unit-price.ts';

/** A node alone may be wrong about the nonce, and about what an account has. */
const nodesNeeded = 2;

export interface AskedAccounts {
  readonly nodes: readonly SolanaNode[];
  readonly kind: NodePoolKind;
  readonly account: string;
  readonly nonceAccount: string;
}

/** What the nodes say before a payment is built: two in step at least. */
export interface Situation {
  /** The value of the nonce account, the same at every node, and not about to change. */
  readonly nonce: string;
  /** The lowest newest slot that is finalized at a node. */
  readonly slot: number;
  /** The least that a node says the account has, and what it has to keep, in lamports. */
  readonly balance: bigint;
  readonly leastKept: bigint;
  /** In millionths of a lamport for each unit. */
  readonly unitPrice: bigint;
}

/** What each of two nodes in step at least says of an address that is to be paid. */
export interface PayeeAt {
  readonly node: string;
  readonly account: AccountState | undefined;
  /** What it has to keep once it is paid, in lamports. */
  readonly leastKept: bigint;
}

/**
 * @throws EarlierFirst where the nonce is being used
 * @throws Error where fewer than two nodes in step answer, or they do not agree on the nonce
 */
export async function askSituation(asked: AskedAccounts): Promise<Situation> {
  const { kind, account, nonceAccount } = asked;
  const said = await askSynced(asked, async ({ rpc }) => {
    const tip = await askTip(rpc, kind);
    const [final, now] = await Promise.all(
      (['finalized', 'confirmed'] as const).map((commitment) =>
        askAccounts(rpc, [account, nonceAccount], commitment),
      ),
    );
    const states = [final, now].map((each) => each?.accounts ?? []);
    return {
      ...tip,
      nonces: states.map(([, state]) => requireNonce(nonceAccount, state, account)),
      balances: states.map(([state]) => state?.lamports ?? 0n),
      leastKept: await askLeastKept(rpc, 0),
      price: await askPrice(rpc, [account, nonceAccount]),
    };
  });
  const [nonce, another] = new Set(said.flatMap(({ nonces }) => nonces));
  if (nonce === undefined || another !== undefined)
    throw new EarlierFirst(
      `the nodes name several nonces of ${nonceAccount}: the transaction that has used the last one has to be finalized at all of them first`,
    );
  return {
    nonce,
    slot: Math.min(...said.map(({ height }) => height)),
    balance: said.flatMap(({ balances }) => balances).reduce((least, each) => (each < least ? each : least)),
    leastKept: said.map(({ leastKept }) => leastKept).reduce((most, each) => (each > most ? each : most)),
    unitPrice: agreedPrice(said.map(({ price }) => price)),
  };
}

/** @throws Error where fewer than two nodes in step answer */
export async function askPayee(asked: AskedAccounts, payee: string): Promise<readonly PayeeAt[]> {
  return askSynced(asked, async ({ name, rpc }) => {
    const tip = await askTip(rpc, asked.kind);
    const [account] = (await askAccounts(rpc, [payee], 'confirmed')).accounts;
    return { ...tip, node: name, account, leastKept: await askLeastKept(rpc, account?.space ?? 0) };
  });
}

/**
 * Why a payment can never be made to an account as this node has it, in words for an operator; undefined where it can. One that is there and belongs to a program
 * would keep what it is sent for that program.
 */
export function payeeFault({ account, leastKept }: PayeeAt, lamports: bigint): string | undefined {
  if (account !== undefined && (account.owner !== systemProgram || account.isExecutable))
    return `the address is an account of the program ${account.owner}, and no wallet's: what is sent there may be lost`;
  const then = (account?.lamports ?? 0n) + lamports;
  if (then >= leastKept) return undefined;
  return `the account would have ${then} lamports then, and every account has to have ${leastKept} (rent exemption): the network undoes such a payment`;
}

/** Those in step. */
async function askSynced<T extends NodeTip>(
  { nodes }: Pick<AskedAccounts, 'nodes'>,
  askOne: (node: SolanaNode) => Promise<T>,
): Promise<readonly [T, ...T[]]> {
  const { answers, silent } = await askEach(nodes, async (node) => ({ node, said: await askOne(node) }));
  const [first, ...others] = answers.filter(({ said }) => said.isSynced).map(({ said }) => said);
  if (first !== undefined && others.length + 1 >= nodesNeeded) return [first, ...others];
  const behind = answers.filter(({ said }) => !said.isSynced).map(({ node }) => `${node.name}: it is behind`);
  throw new Error(`two nodes in step are needed: ${[...silent, ...behind].join('; ')}`);
}
