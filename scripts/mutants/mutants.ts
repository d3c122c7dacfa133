/** One deliberate mistake in a rule of money or of shares, and the suite that has to notice it. */
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
const payouts = 'apps/pool/src/services/payouts/';
const stratum = 'packages/stratum/src/';

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
    find: 'part.amount += 1n;',
    replace: 'void part;',
    project: 'packages',
    suite: `${ledger}allocate.test.ts`,
  },
  {
    name: 'M9 Math.round on a split',
    file: `${ledger}allocate.ts`,
    find: 'const amount = scaled / sum;',
    replace: 'const amount = BigInt(Math.round(Number(total) * (Number(weight) / Number(sum))));',
    project: 'packages',
    suite: `${ledger}allocate.test.ts`,
  },
  {
    name: 'M12 a share is credited at the current difficulty instead of its job’s',
    file: 'packages/stratum/src/give-job.ts',
    find: 'if (grant !== undefined && grant.from <= jobNumber) return grant;',
    replace: 'if (grant !== undefined) return grant;',
    project: 'packages',
    suite: 'packages/stratum/src/session.test.ts',
  },
  {
    name: 'a share is worth what the miner asks for after it was found',
    file: `${stratum}give-job.ts`,
    find: 'if (number <= state.pricedUpTo) return',
    replace: 'if (number < 0) return',
    project: 'packages',
    suite: `${stratum}credit-per-hash.test.ts`,
  },
  {
    name: 'two jobs have the same content',
    file: `${stratum}job-stamper.ts`,
    find: 'salted.set(this.#random(jobSaltBytes), coinbasePrefix.length);',
    replace: 'void this.#random;',
    project: 'packages',
    suite: `${stratum}credit-per-hash.test.ts`,
  },
  {
    name: 'a resumed session leaves its grants behind',
    file: `${stratum}session.ts`,
    find: 'resumed: true, extranonce1: wanted, grants, pricedUpTo: env.jobs.nextNumber - 1',
    replace: 'extranonce1: wanted',
    project: 'packages',
    suite: `${stratum}credit-per-hash.test.ts`,
  },
  {
    name: 'extranonces can be foreseen',
    file: `${stratum}extranonce1-pool.ts`,
    find: 'const number = random(countMax);',
    replace: 'const number = (Math.max(0, ...live, ...released.keys()) + 1) % countMax;',
    project: 'packages',
    suite: `${stratum}credit-per-hash.test.ts`,
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
    name: 'M21 the lock of the embedded database is skipped',
    file: 'apps/pool/src/db/directory-lock.ts',
    find: 'if (!tryLock(descriptor)) {',
    replace: 'if (!tryLock(descriptor) && process.pid === 0) {',
    project: 'pool',
    suite: 'apps/pool/src/db/directory-lock.test.ts',
  },
  {
    name: 'a leg of an entry is skipped',
    file: `${ledger}credit-part.ts`,
    find: "{ account: 'pool:fees', asset: coin, amount: fee },",
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
  {
    name: 'M1 broadcast before it is stored',
    file: `${payouts}prepare-payout.ts`,
    find: "crashPoint('payout-signed');",
    replace: 'await ctx.rail.send(payout.network, signing.bytes);',
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M2 the row count of a move is not looked at',
    file: `${payouts}move-payout.ts`,
    find: 'return moved.length === 1;',
    replace: 'return moved.length <= 1;',
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M3 credit back on a timeout',
    file: `${payouts}confirm-payout.ts`,
    find: 'await ctx.rail.lookUp(payout.network, signed.txid, signed.proof);',
    replace:
      "await ctx.rail.lookUp(payout.network, signed.txid, signed.proof).catch((): Sighting => ({ kind: 'dead', why: 'timeout', fee: 0n }));",
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M4 a prepared payout is prepared again',
    file: `${payouts}advance-payouts.ts`,
    find: "case 'reserved': {",
    replace: "case 'prepared':\n    case 'reserved': {",
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M5 settled without a guard on its state',
    file: `${payouts}confirm-payout.ts`,
    find: "if (!(await movePayout(tx, payout, 'settled', now, more))) return false;",
    replace: "await movePayout(tx, payout, 'settled', now, more);",
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M6 the daily limit is checked in code only',
    file: 'apps/pool/src/db/migrations/0010-payouts.sql',
    find: 'CREATE UNIQUE INDEX payouts_one_manual_a_day',
    replace: 'CREATE INDEX payouts_one_manual_a_day',
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M15 the daily run follows the local date',
    file: `${payouts}utc-day.ts`,
    find: 'return new Date(at).toISOString().slice(0, 10);',
    replace: "return new Date(at).toLocaleDateString('sv');",
    project: 'pool',
    suite: `${payouts}auto-run.test.ts`,
  },
  {
    name: 'M22 the journal is not synced',
    file: 'apps/pool/src/rails/payout-journal.ts',
    find: 'sync(file);',
    replace: '',
    project: 'pool',
    suite: 'apps/pool/src/rails/payout-journal.test.ts',
  },
  {
    name: 'M23 watchers are told inside the money transaction',
    file: `${payouts}announce-payout.ts`,
    find: 'tx.afterCommit(() =>',
    replace: 'await Promise.resolve().then(() =>',
    project: 'pool',
    suite: `${payouts}payouts.test.ts`,
  },
  {
    name: 'M10 a share in other letters is another share',
    file: `${stratum}submit.ts`,
    find: 'if (env.proofElsewhere !== true) return judge(state, share, room.hash, env);',
    replace: `if (env.proofElsewhere !== true) {
    const spelled = new Uint8Array(32);
    env.sha256d(new TextEncoder().encode(params.slice(1).join(' ')), spelled);
    const accepted = { remember: () => opened.accepted.remember(spelled) } as never;
    return judge(state, { ...share, opened: { ...opened, accepted } }, room.hash, env);
  }`,
    project: 'packages',
    suite: `${stratum}session.test.ts`,
  },
  {
    name: 'M11 numbers are read without a look at their digits',
    file: `${stratum}hex.ts`,
    find: "if (typeof text !== 'string' || text.length !== 8) return -1;",
    replace: 'return Number.parseInt(String(text), 16);',
    project: 'packages',
    suite: `${stratum}session.test.ts`,
  },
  {
    name: 'M24 every source is remembered for ever',
    file: 'apps/pool/src/listeners/source-memory.ts',
    find: 'if (this.size > this.#max) this.#compact(now);',
    replace: '',
    project: 'pool',
    suite: 'apps/pool/src/listeners/source-gate.test.ts',
  },
  {
    name: 'M17 a payment can be asked for by GET',
    file: 'apps/pool/src/http/routes/owner-actions.ts',
    find: `  app.post(
    '/v3/address/:uuid/pay',`,
    replace: `  app.get(
    '/v3/address/:uuid/pay',`,
    project: 'pool',
    suite: 'apps/pool/src/http/routes/owner-actions.test.ts',
  },
  {
    name: 'M18 the left-most hop of X-Forwarded-For is believed',
    file: 'apps/pool/src/http/client-address.ts',
    find: 'for (const hop of hops.toReversed()) {',
    replace: 'for (const hop of hops) {',
    project: 'pool',
    suite: 'apps/pool/src/http/routes/owner-actions.test.ts',
  },
  {
    name: 'the fingerprint of the secret is not compared',
    file: 'apps/pool/src/services/pool/claim-secret.ts',
    find: "if (known !== undefined) return fingerprintOf(secret).equals(known) ? 'same' : 'other';",
    replace: "if (known !== undefined) return 'same';",
    project: 'pool',
    suite: 'apps/pool/src/services/pool/claim-secret.test.ts',
  },
  {
    name: 'the submission of a block is not stored whole',
    file: `${rounds}record-candidate.ts`,
    find: '${candidate.submission}, ${candidate.networkWork}',
    replace: '${candidate.submission.subarray(0, 170)}, ${candidate.networkWork}',
    project: 'pool',
    suite: `${rounds}durable-blocks.test.ts`,
  },
  {
    name: 'one node that calls a block invalid is believed',
    file: `${rounds}judge-block.ts`,
    find: 'if (new Set(nodes).size < orphanWitnesses) return false;',
    replace: '',
    project: 'pool',
    suite: `${rounds}durable-blocks.test.ts`,
  },
  {
    name: 'a batch that cannot be recorded takes its group with it',
    file: 'apps/pool/src/services/work/record-or-park.ts',
    find: 'if (batches.length > 1) {',
    replace: 'if (batches.length > 1000) {',
    project: 'pool',
    suite: 'apps/pool/src/services/work/record-or-park.test.ts',
  },
  {
    name: 'M40 refusals that a stranger brings about count as offences of the refused',
    file: 'apps/pool/src/listeners/offences.ts',
    find: "return blameless.has(kind) ? undefined : 'refused-login';",
    replace: "return blameless.size > 9 ? undefined : 'refused-login';",
    project: 'pool',
    suite: 'apps/pool/src/listeners/limits.test.ts',
  },
  {
    name: 'M41 connections without an accepted share count against the limit of a miner',
    file: 'apps/pool/src/listeners/miner-connections.ts',
    find: 'groups.get(keyOf(miner, source))?.proven ?? 0',
    replace: 'groups.get(keyOf(miner, source))?.size ?? 0',
    project: 'pool',
    suite: 'apps/pool/src/listeners/limits.test.ts',
  },
  {
    name: 'M50 hashes are added up across algorithms',
    file: 'apps/pool/src/services/owners/owner-rules.ts',
    find: 'return (work * usd * precision) / networkWork;',
    replace: 'return usd > 0n && networkWork > 0n && precision > 0n ? work : 0n;',
    project: 'pool',
    suite: 'apps/pool/src/services/owners/owner-rules.test.ts',
  },
  {
    name: 'M51 a previous owner cannot cancel a switch',
    file: 'apps/pool/src/services/owners/judge-source.ts',
    find: 'if (pending !== undefined)',
    replace: 'if (pending !== undefined && pending.announcedAt < 0)',
    project: 'pool',
    suite: 'apps/pool/src/services/owners/ownership.test.ts',
  },
  {
    name: 'M52 a real pool takes loopback for an owner’s source',
    file: 'apps/pool/src/services/owners/provable-source.ts',
    find: '...(sandbox ? [] : [...neverProving, ...proxies])',
    replace: '...(sandbox ? [] : [...proxies])',
    project: 'pool',
    suite: 'apps/pool/src/compose/miner-sources.test.ts',
  },
];
