/** One deliberate mistake in a money rule, and the suite that has to notice it. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** Text that stands in the file exactly once … */
  readonly find: string;
  /** … and what the mistake makes of it. */
  readonly replace: string;
  readonly project: 'packages' | 'pool';
  readonly suite: string;
}

const ledger = 'packages/ledger/src/';
const rounds = 'apps/pool/src/services/rounds/';

export const mutants: readonly Mutant[] = [
  {
    name: 'M7 float amounts',
    file: `${ledger}convert.ts`,
    find: 'return (amount * rate.numerator) / rate.denominator;',
    replace:
      'return BigInt(Math.floor((Number(amount) * Number(rate.numerator)) / Number(rate.denominator)));',
    project: 'packages',
    suite: `${ledger}convert.test.ts`,
  },
  {
    name: 'M8 dust dropped',
    file: `${ledger}allocate.ts`,
    find: 'if (left === 0n) break;',
    replace: 'break;',
    project: 'packages',
    suite: `${ledger}allocate.test.ts`,
  },
  {
    name: 'M9 Math.round on a split',
    file: `${ledger}allocate.ts`,
    find: 'amount: (total * weight) / sum,',
    replace: 'amount: BigInt(Math.round(Number(total) * (Number(weight) / Number(sum)))),',
    project: 'packages',
    suite: `${ledger}allocate.test.ts`,
  },
  {
    name: 'M13 an orphan deletes its reward instead of reversing it',
    file: `${rounds}advance-round.ts`,
    find: 'lines.flatMap((line) => [immatureEntry(round, line, now), orphanEntry(round, line, now)]),',
    replace: '[],',
    project: 'pool',
    suite: `${rounds}credit-round.test.ts`,
  },
  {
    name: 'M14 a block hash is not unique',
    file: 'apps/pool/src/db/migrations/0001-spine.sql',
    find: '  UNIQUE (chain, block_hash)',
    replace: '  UNIQUE (chain, block_hash, id)',
    project: 'pool',
    suite: `${rounds}credit-round.test.ts`,
  },
  {
    name: 'M20 a stale rate is accepted',
    file: `${ledger}fresh-price.ts`,
    find: "if (price.observedAt < now - priceMaxAgeMs) return { kind: 'stale' };",
    replace: '',
    project: 'pool',
    suite: `${rounds}convert-pending.test.ts`,
  },
  {
    name: 'a leg of an entry is skipped',
    file: `${ledger}credit-part.ts`,
    find: "{ account: 'pool:fees', asset: miner.coin, amount: fee },",
    replace: '',
    project: 'packages',
    suite: `${ledger}split-reward.test.ts`,
  },
  {
    name: 'an own code is worth something',
    file: `${ledger}fee-split.ts`,
    find: 'return (code) => code.ownerAddress !== use.address;',
    replace: 'return (code) => code.ownerAddress !== use.address || true;',
    project: 'packages',
    suite: `${ledger}fee-split.test.ts`,
  },
  {
    name: 'M16 a socket joins the room that the client named',
    file: 'apps/pool/src/live/rooms.ts',
    find: "return typeof uuid === 'string' && uuidPattern.test(uuid) ? `account:${uuid}` : undefined;",
    replace: 'return uuid as `account:${string}`;',
    project: 'pool',
    suite: 'apps/pool/src/live/gateway.test.ts',
  },
];
