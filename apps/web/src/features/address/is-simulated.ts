import type { AccountEvent } from '@openlode/contracts/http/account-events';

/** What this deployment only simulates. */
export interface Simulations {
  /** Every payout, of a sandbox. */
  readonly payouts: boolean;
  /** By algorithm code: work that comes from the demo fleet. */
  readonly isSimulatedWork: (algorithm: string) => boolean;
}

/** Whether an event is of simulated work or money: true for the fleet's past on an algorithm that is mined here now, as its blocks say so. */
export function isSimulated(event: AccountEvent, simulations: Simulations): boolean {
  switch (event.event) {
    case 'reward':
      return (
        simulations.isSimulatedWork(event.data.algorithm) ||
        event.data.receipt?.lines.some(({ block }) => block?.hash.startsWith(simulatedBlock)) === true
      );
    case 'worker':
      return event.data.simulated === true || simulations.isSimulatedWork(event.data.algorithm);
    case 'payout':
      return simulations.payouts;
    case 'account':
      return false;
  }
}

/** The word `simulated` in ASCII: how the hash of a block without any proof of work begins. */
const simulatedBlock = '73696d756c61746564';
