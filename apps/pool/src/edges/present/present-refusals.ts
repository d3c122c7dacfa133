import { type LoginRefusals, refusalReasons } from '@openlode/contracts/http/address-refusals';
import type { RefusedLogin } from '../../domain/miners/refused-logins.ts';

/** What was noted by a newer pool, for a reason that this one does not know, is left out. */
export function presentRefusals(refused: readonly RefusedLogin[]): LoginRefusals[] {
  return refused.flatMap(({ reason: noted, times, firstAt, lastAt }) => {
    const reason = refusalReasons.find((known) => known === noted);
    return reason === undefined ? [] : [{ reason, times, first: firstAt, last: lastAt }];
  });
}
