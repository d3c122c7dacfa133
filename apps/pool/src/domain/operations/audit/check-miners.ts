import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { judgeAddress } from '@openlode/mining/judge-address';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { minerUuid } from '../../miners/miner-uuid.ts';
import type { AuditScope } from './audit-scope.ts';
import type { Finding } from '../../kernel/finding.ts';

interface MinerRow {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
}

const pageSize = 500;

/**
 * L12: every miner stands under the one spelling of its address, so that no second spelling can be a second miner, and its
 * id is the one that this pool's secret makes of it.
 */
export async function checkMiners(
  tx: Queryable,
  secret: Uint8Array,
  scope: AuditScope,
): Promise<{ findings: Finding[]; miners: number; lastMiner: bigint }> {
  const findings: Finding[] = [];
  let miners = 0;
  let after = scope.minersAfter;
  while (miners < scope.minersMax) {
    const limit = Math.min(pageSize, scope.minersMax - miners);
    const rows = await tx.query<MinerRow>(sql`
      SELECT id, uuid, coin, network, address, memo FROM miners WHERE id > ${after} ORDER BY id LIMIT ${limit}`);
    for (const row of rows) findings.push(...judge(row, secret));
    miners += rows.length;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < limit) break;
    // Checksums are calculated on this thread: the event loop runs between two pages.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { findings, miners, lastMiner: after };
}

function judge(row: MinerRow, secret: Uint8Array): Finding[] {
  const stored = row.memo === '' ? row.address : `${row.address}:${row.memo}`;
  const finding = (kind: Finding['kind'], expected: string, found: string): Finding => ({
    rule: 'L12',
    kind,
    account: row.uuid,
    subject: `${row.coin}:${stored}`,
    expected,
    found,
  });
  const uuid = minerUuid(secret, { coin: row.coin, address: row.address, memo: row.memo || null });
  const wrongId = uuid === row.uuid ? [] : [finding('miner-id-wrong', uuid, row.uuid)];
  const coin = findCoin(row.coin);
  if (coin === undefined) return [...wrongId, finding('miner-network-unknown', row.coin, row.network)];
  const outcome = judgeAddress(coin, stored, allFamilies);
  if (outcome.kind !== 'valid') return [...wrongId, finding('address-not-canonical', outcome.kind, stored)];
  const canonical = outcome.memo === null ? outcome.address : `${outcome.address}:${outcome.memo}`;
  return [
    ...wrongId,
    ...(canonical === stored ? [] : [finding('address-not-canonical', canonical, stored)]),
    ...(outcome.compatible.includes(row.network)
      ? []
      : [finding('miner-network-unknown', outcome.compatible.join(' '), row.network)]),
  ];
}
