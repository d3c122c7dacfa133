import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { whyNotPaid } from '@openlode/contracts/why-not-paid';
import type { ReactNode } from 'react';
import { Notice } from '../../shared/ui/notice.tsx';

interface NotMinableProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  /** The step to take, as a control. */
  readonly chooseAnother: ReactNode;
}

/** Why there is no port to connect to, and the step to take. */
export function NotMinable({ coin, algorithm, chooseAnother }: NotMinableProps) {
  if (coin.delisted === 1) {
    return (
      <Notice
        tone="warning"
        title="This coin or token has been delisted and no further rewards will be credited."
      >
        <p>
          Point your workers to another coin. What you earned in {coin.name} stays visible on your address
          page.
        </p>
      </Notice>
    );
  }
  if (!coin.paid_here) {
    return (
      <Notice tone="warning" title={whyNotPaid(coin)}>
        <p>
          Miners that log in with it are refused, so choose another coin above: it is paid from any algorithm.
          What an address earned in {coin.name} before stays visible on its page.
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={`${algorithm.name} cannot be mined on this pool at the moment.`}
      action={chooseAnother}
    >
      <p>
        {algorithm.work === 'simulated'
          ? 'Its workers are simulated by the demo fleet of this sandbox, so there is no port to connect to.'
          : 'This pool has no work for it, so there is no port to connect to.'}
      </p>
    </Notice>
  );
}
