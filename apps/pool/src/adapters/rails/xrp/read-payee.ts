import { classicAddressToXAddress } from 'ripple-address-codec';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';

/** The destination tag that a memo is; undefined for none, false for what is no tag. */
export function readTag(memo: string): number | undefined | false {
  if (memo === '') return undefined;
  if (!/^(?:0|[1-9]\d{0,9})$/.test(memo)) return false;
  const tag = Number(memo);
  return tag < 2 ** 32 ? tag : false;
}

/** Address and tag in one, as the signer is told whom an order pays (XLS-5): it signs neither without the other. */
export function signerAddress(
  { address, memo }: { readonly address: string; readonly memo: string },
  kind: NodePoolKind,
): string {
  const tag = readTag(memo);
  if (tag === false) throw new RangeError(`${memo} is no destination tag`);
  return tag === undefined ? address : classicAddressToXAddress(address, tag, kind !== 'real');
}
