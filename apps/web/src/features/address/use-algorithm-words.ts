import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { useQuery } from '@tanstack/react-query';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { formatHashrate, type Hashrate } from '../../shared/format/format-hashrate.ts';

export interface AlgorithmWords {
  /** The name of a code; the code itself while the list is fetched. */
  readonly nameOf: (code: string) => string;
  /** A hashrate that travels in the algorithm's pre-unit. */
  readonly rateOf: (code: string, rate: number) => Hashrate;
  readonly itemOf: (code: string) => AlgorithmItem | undefined;
}

/** Names and units of the algorithms that an account mines, also of those that are no longer offered. */
export function useAlgorithmWords(): AlgorithmWords {
  const { data } = useQuery(algorithmsQuery());
  const itemOf = (code: string) => data?.find((item) => item.code === code);
  return {
    itemOf,
    nameOf: (code) => itemOf(code)?.name ?? code,
    rateOf(code, rate) {
      const item = itemOf(code);
      return formatHashrate(rate, item?.preUnitOfMeasurement ?? '', item?.unitLabel ?? 'H/s');
    },
  };
}
