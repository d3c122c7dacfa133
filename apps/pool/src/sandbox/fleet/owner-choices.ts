import sql from 'sql-template-tag';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { findMiner } from '../../domain/miners/find-miner.ts';
import { announceSwitch } from '../../domain/owners/network-switches.ts';
import type { Permit } from '../../domain/owners/permit.ts';
import { setAutoPay } from '../../domain/payouts/set-auto-pay.ts';
import { grantCustomCode } from '../../domain/referrals/grant-custom-code.ts';
import type { MinerKey } from '../../domain/kernel/work-batch.ts';
import type { Fleet } from './fleet.ts';
import type { CodeOf } from './fleet-work.ts';

/** Grants the custom codes of the fleet, so that the codes of its workers are known. Harmless when repeated. */
export async function grantCodes(ctx: Pick<ServiceContext, 'db' | 'clock'>, fleet: Fleet): Promise<void> {
  for (const { miner, ownCode } of fleet.owners) {
    const found = ownCode === undefined ? undefined : await findOwner(ctx, miner);
    if (found !== undefined && ownCode !== undefined)
      await grantCustomCode(ctx, { uuid: found.uuid, code: ownCode });
  }
}

/** The codes that the fleet's workers carry: custom ones by name, ordinary ones of the miners that are there by now. */
export async function readCodes(ctx: Pick<ServiceContext, 'db'>, fleet: Fleet): Promise<CodeOf> {
  const rows = await ctx.db.query<{ coin: string; address: string; memo: string; code: string }>(sql`
    SELECT coin, address, memo, code FROM referral_codes JOIN miners ON miners.id = miner_id WHERE kind = 'ordinary'`);
  const ordinary = new Map(rows.map(({ code, ...miner }) => [nameOf(miner), code]));
  const bySponsor = new Map(fleet.owners.map(({ miner }) => [miner, ordinary.get(nameOf(miner)) ?? null]));
  return ({ referralCode, sponsor }) =>
    referralCode ?? (sponsor === null ? null : (bySponsor.get(sponsor) ?? null));
}

function nameOf({ coin, address, memo }: Pick<MinerKey, 'coin' | 'address' | 'memo'>): string {
  return [coin, address, memo ?? ''].join(':');
}

/** Switches auto-pay on where the owners of the fleet want it; from then on they ask for no payment themselves. */
export async function switchAutoPay(ctx: Pick<ServiceContext, 'db'>, fleet: Fleet): Promise<void> {
  for (const { miner, autoPay } of fleet.owners) {
    const found = autoPay === true ? await findOwner(ctx, miner) : undefined;
    if (found !== undefined) await setAutoPay(ctx, found.id, true);
  }
}

/** Announces the switches of network that owners of the fleet want; `carryOutSwitches` does the rest once they are due. Harmless when repeated. */
export async function announceSwitches(ctx: ServiceContext, fleet: Fleet, delayMs: number): Promise<void> {
  for (const { miner, switchesTo } of fleet.owners) {
    const found = switchesTo === undefined ? undefined : await findOwner(ctx, miner);
    const owner = found && (await findMiner(ctx, found.uuid));
    if (owner === undefined || switchesTo === undefined) continue;
    await announceSwitch(ctx, owner, { network: switchesTo, delayMs, permit: ofTheOwner });
  }
}

/** The owners of the fleet need no proof. */
const ofTheOwner: Permit = { by: 'source', use: async () => undefined };

/** The row of a miner; undefined before its first share. */
export async function findOwner(
  ctx: Pick<ServiceContext, 'db'>,
  { coin, address, memo }: MinerKey,
): Promise<{ readonly id: bigint; readonly uuid: string } | undefined> {
  const [row] = await ctx.db.query<{ id: bigint; uuid: string }>(
    sql`SELECT id, uuid FROM miners WHERE coin = ${coin} AND address = ${address} AND memo = ${memo ?? ''}`,
  );
  return row;
}
