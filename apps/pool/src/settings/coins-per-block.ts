import { parseAmount } from '@openlode/money/amount';
import type { DatedCoins } from '../domain/kernel/upstream-terms.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

type Upstream = NonNullable<FileContent['upstreams']>[number];
type Written = NonNullable<Upstream['coinsPerBlock']>;

/** What is wrong with what the file says that a block of a pool's coin brings. @param hasChain whether a chain of the file says it */
export function coinsPerBlockFaults(
  { coin, coinsPerBlock = [] }: Pick<Upstream, 'coin'> & { readonly coinsPerBlock?: Written | undefined },
  hasChain: boolean,
  path: Path,
): Fault[] {
  const here: Path = [...path, 'coinsPerBlock'];
  if (hasChain && coinsPerBlock.length > 0)
    return [{ path: here, fault: `what a block of ${coin} brings is said by its chain in this file` }];
  return coinsPerBlock.flatMap(({ coins, from }, at): Fault[] => {
    const faults: Fault[] = [];
    if (parseAmount(coins) === 0n)
      faults.push({ path: [...here, at, 'coins'], fault: 'coins must be above zero' });
    if (at === 0 && from !== undefined)
      faults.push({ path: [...here, at, 'from'], fault: 'the first figure holds from the beginning' });
    if (at > 0 && from === undefined)
      faults.push({ path: [...here, at], fault: 'from is missing: the day from which it holds' });
    if (from !== undefined && dayOf(from) === undefined)
      faults.push({ path: [...here, at, 'from'], fault: `${from} is no day` });
    const before = coinsPerBlock[at - 1]?.from;
    if (from !== undefined && before !== undefined && from <= before)
      faults.push({
        path: [...here, at, 'from'],
        fault: `${from} must be after ${before}, the day before it`,
      });
    return faults;
  });
}

/** Those of a file without faults. */
export function datedCoinsOf(written: Written): [DatedCoins, ...DatedCoins[]] | undefined {
  const [first, ...later] = written.map(({ coins, from }): DatedCoins => {
    const since = from === undefined ? undefined : dayOf(from);
    return { coins: parseAmount(coins), ...(since !== undefined && { from: since }) };
  });
  return first && [first, ...later];
}

/** Its beginning in UTC, ms; undefined where the calendar has none. */
function dayOf(text: string): number | undefined {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at;
}
