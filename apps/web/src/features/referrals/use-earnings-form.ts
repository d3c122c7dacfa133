import { feeSplits } from '@openlode/catalogue/tiers';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { type TierInfo, typicalQuery } from './referrals-api.ts';

export interface EarningsForm {
  /** What can be chosen, and what is; undefined while the list is fetched. */
  readonly offered: readonly AlgorithmItem[];
  readonly algorithm: AlgorithmItem | undefined;
  readonly setAlgorithm: (algorithm: string) => void;
  /** How many miners use the code, as typed and as a number; null for what is none. */
  readonly miners: string;
  readonly setMiners: (miners: string) => void;
  readonly count: number | null;
  /** The hashrate of each miner in the algorithm's own unit, as it stands in the field and as decimal text; null for what is none. */
  readonly rate: string;
  readonly setRate: (rate: string) => void;
  readonly mh: string | null;
  /** Whether the hashrate is the visitor's own and not that of a usual machine. */
  readonly isRateTyped: boolean;
  /** The machine whose hashrate stands in the field until the visitor types one. */
  readonly typicalMachine: string | undefined;
  /** `ordinary`, or the number of a custom code's tier. */
  readonly kind: string;
  readonly setKind: (kind: string) => void;
  /** What the owner of such a code gets of each reward. */
  readonly ownerPercent: string;
}

/** What the visitor chose and typed, and what it amounts to. */
export function useEarningsForm(tiers: readonly TierInfo[]): EarningsForm {
  const algorithms = useQuery(algorithmsQuery()).data ?? [];
  const offered = algorithms.filter((each) => !each.deactivated);
  const [code, setCode] = useState('');
  const [miners, setMiners] = useState('10');
  // Null for what a usual machine does.
  const [typed, setTyped] = useState<string | null>(null);
  const [kind, setKind] = useState('ordinary');
  const algorithm = offered.find((each) => each.code === code) ?? offered[0];
  const { data: typical } = useQuery({
    ...typicalQuery(algorithm?.code ?? '', algorithm?.preUnitOfMeasurement ?? ''),
    enabled: algorithm !== undefined,
  });
  const rate = typed ?? (typical === null ? '1' : (typical?.hashrate ?? ''));
  const tier = tiers.find((each) => String(each.code) === kind);
  return {
    offered,
    algorithm,
    setAlgorithm(chosen) {
      setCode(chosen);
      setTyped(null);
    },
    miners,
    setMiners,
    count: /^\d{1,6}$/.test(miners.trim()) ? Number(miners) : null,
    rate,
    setRate: setTyped,
    mh: /^\d{1,15}(\.\d{1,18})?$/.test(rate.trim()) ? rate.trim() : null,
    isRateTyped: typed !== null,
    typicalMachine: typical?.name,
    kind,
    setKind,
    ownerPercent: tier?.owner_percentage ?? feeSplits.withCode.ownerPercentage,
  };
}
