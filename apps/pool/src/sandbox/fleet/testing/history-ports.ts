import { openSimulatedChain } from '../../chain/simulated-chain.ts';
import { sampleRates } from '../../rates/sample-rates.ts';
import { simulatedChainName } from '../../../domain/rounds/simulated-chain-name.ts';
import { earningsPerDay } from '../economy.ts';
import type { Fleet } from '../fleet.ts';
import type { HistoryPorts } from '../seed-history.ts';

/** The chains and prices that the pool gives its fleet. */
export function historyPorts(fleet: Fleet): HistoryPorts {
  return {
    chains: (clock) =>
      [...fleet.byAlgorithm.keys()].map((algorithm) =>
        openSimulatedChain({
          name: simulatedChainName(algorithm),
          algorithm,
          earnsPerDay: earningsPerDay(algorithm),
          clock,
        }),
      ),
    rates: sampleRates,
  };
}
