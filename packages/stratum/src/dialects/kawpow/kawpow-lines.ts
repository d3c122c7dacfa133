import { printUint32 } from '../../wire/hex.ts';
import { notificationLine } from '../../wire/reply.ts';

/** What a miner is told of a job of KawPow. */
export interface KawpowNotice {
  readonly id: string;
  /** 64 digits, and so are `seed` and `limit`, the highest hash of a share. */
  readonly header: string;
  readonly seed: string;
  readonly limit: string;
  readonly clean: boolean;
  readonly height: number;
  readonly bits: number;
}

/** `mining.notify [job, header, seed, target, clean, height, bits]`, behind `mining.set_target` where that is new. */
export function kawpowLines(
  { id, header, seed, limit, clean, height, bits }: KawpowNotice,
  isNewWork: boolean,
): readonly string[] {
  const params = [id, header, seed, limit, clean, height, printUint32(bits)];
  const notify = notificationLine('mining.notify', params);
  return isNewWork ? [notificationLine('mining.set_target', [limit]), notify] : [notify];
}
