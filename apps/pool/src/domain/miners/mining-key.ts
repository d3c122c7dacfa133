import { bitsOfMiningKey, makeMiningKey, miningKeyBytes } from '@openlode/mining/mining-key';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { type Miner, minerColumns, type MinerRow, minerOf } from './find-miner.ts';

/**
 * The Mining Key of a miner: a hundred bits of its public id, those that version and variant of a uuid do not fix, in letters that a
 * miner's firmware takes. Nothing is stored for it, so that every miner has had one since its first share; being public like the id,
 * it proves nothing.
 */
export function miningKeyOf(uuid: string): string {
  const bits = BigInt(`0x${drawnDigits(uuid)}`);
  const last = miningKeyBytes - 1;
  return makeMiningKey(
    Uint8Array.from({ length: miningKeyBytes }, (_, index) =>
      Number((bits >> BigInt(5 * (last - index))) & 31n),
    ),
  );
}

/** The miner that a Mining Key stands for, in any case of letters, if it has ever had an accepted share. */
export async function findMinerByKey(
  ctx: Pick<ServiceContext, 'db'>,
  key: string,
): Promise<Miner | undefined> {
  const bits = bitsOfMiningKey(key);
  if (bits === null) return undefined;
  const drawn = bits.toString(16).padStart(digitsUsed, '0');
  const { first, last } = uuidsBeginning(drawn);
  const rows = await ctx.db.query<MinerRow>(
    sql`SELECT ${minerColumns} FROM miners WHERE uuid BETWEEN ${first}::uuid AND ${last}::uuid`,
  );
  const row = rows.find(({ uuid }) => drawnDigits(uuid) === drawn);
  return row && minerOf(row);
}

/** Hex digits of a uuid that hold a version or a variant. */
const versionAt = 12;
const variantAt = 16;
/** 25 hex digits are a hundred bits, as 20 letters of five bits are. */
const digitsUsed = 25;

function drawnDigits(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  const drawn =
    digits.slice(0, versionAt) + digits.slice(versionAt + 1, variantAt) + digits.slice(variantAt + 1);
  return drawn.slice(0, digitsUsed);
}

/** The ids with these digits, as far as they are known before the variant: one range of the index. */
function uuidsBeginning(drawn: string): { readonly first: string; readonly last: string } {
  const known = `${drawn.slice(0, versionAt)}8${drawn.slice(versionAt, variantAt - 1)}`;
  return { first: known.padEnd(32, '0'), last: known.padEnd(32, 'f') };
}
