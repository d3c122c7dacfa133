import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { formatHashrate, type Hashrate } from '../../shared/format/format-hashrate.ts';

export interface AlgorithmWords {
  /** The name of a code; the code itself while the list is fetched. */
  readonly nameOf: (algorithm: string) => string;
  /** A hashrate that travels in the algorithm's pre-unit. */
  readonly rateOf: (algorithm: string, rate: number) => Hashrate;
  readonly itemOf: (algorithm: string) => AlgorithmItem | undefined;
  /** The deployment has a demo fleet. */
  readonly isAnySimulated: boolean;
}

/** Names and units of the algorithms that a miner mines, also of those that are no longer offered. */
export function useAlgorithmWords(): AlgorithmWords {
  const { data } = useQuery(algorithmsQuery());
  // The same functions for the same list: rows that got nothing new do not render again.
  return useMemo(() => byAlgorithm(data), [data]);
}

function byAlgorithm(items: readonly AlgorithmItem[] | undefined): AlgorithmWords {
  const byCode = new Map(items?.map((item) => [item.code, item]));
  return {
    itemOf: (code) => byCode.get(code),
    isAnySimulated: items?.some(({ work }) => work === 'simulated') === true,
    nameOf: (code) => byCode.get(code)?.name ?? code,
    rateOf(code, rate) {
      const item = byCode.get(code);
      return formatHashrate(rate, item?.preUnitOfMeasurement ?? '', item?.unitLabel ?? 'H/s');
    },
  };
}
