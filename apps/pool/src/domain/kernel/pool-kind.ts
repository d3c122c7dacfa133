/**
 * What a pool deals in: coins that a sandbox makes up, coins of test networks, or money. A database is made for one kind and never
 * serves another.
 */
export type PoolKind = (typeof poolKinds)[number];
export const poolKinds = ['sandbox', 'regtest', 'real'] as const;

/** The kind of parts that stand for a world which does not exist. */
export const simulatedKind = 'sandbox' satisfies PoolKind;

/** What a pool on nodes of its operator may deal in: coins of test networks, or money. */
export type NodePoolKind = Exclude<PoolKind, typeof simulatedKind>;
export const nodePoolKinds: readonly NodePoolKind[] = ['regtest', 'real'];

export function isNodePoolKind(kind: string): kind is NodePoolKind {
  return (nodePoolKinds as readonly string[]).includes(kind);
}

export function isSimulated(kind: PoolKind): boolean {
  return kind === simulatedKind;
}

/** What a person who starts a pool of money has to know of this release. */
export const neverRunOnMain =
  'this is a pool of kind real: nothing of this release was ever run against a real network';

/** A chain, a rail or a source of prices: each says what it deals in. */
export interface PartOfKind {
  readonly name: string;
  readonly kind: PoolKind;
}

/** Parts, or a database, of different kinds: made-up coins, test coins and money never meet. */
export class SandboxWall extends Error {
  override readonly name = 'SandboxWall';
}

/**
 * The kind of a pool, from its parts. Chains and rails decide it and must all be of one kind; without any it is that of the prices. Prices must be of the same kind; only a pool
 * on test networks, whose coins have no price of their own, takes any. Throws `SandboxWall` where they do not fit together.
 */
export function kindOfPool(parts: readonly PartOfKind[], prices: PartOfKind): PoolKind {
  const [first = prices, ...others] = parts;
  const other = others.find(({ kind }) => kind !== first.kind);
  if (other !== undefined) throw wallBetween(first, other);
  if (prices.kind !== first.kind && first.kind !== 'regtest') throw wallBetween(first, prices);
  return first.kind;
}

function wallBetween(one: PartOfKind, other: PartOfKind): SandboxWall {
  return new SandboxWall(
    `${one.name} is ${one.kind}, but ${other.name} is ${other.kind}: they cannot work in one pool`,
  );
}
