import type { AddressData } from '@openlode/contracts/http/address';
import { paysNothing } from '../pays-nothing.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './owner-actions.module.css';

interface NetworkChooserProps {
  readonly data: AddressData;
  readonly onChoose: (network: string) => void;
}

/** The networks of a coin; those on which the address is not valid, or the pool does not pay, are shown, and cannot be used. */
export function NetworkChooser({ data, onChoose }: NetworkChooserProps) {
  return (
    <ul className={styles.networks} aria-label="Networks">
      {data.chains.map(
        ({ network, name, payment_threshold: threshold, compatible, enabled, paid_here: isPaid }) => (
          <li key={network} className={styles.row}>
            <div>
              <h3>{name}</h3>
              <p>
                {!isPaid
                  ? 'This pool has no wallet there'
                  : compatible
                    ? `Paid from ${threshold} ${data.coin}${enabled || paysNothing(data) ? '' : ', under maintenance'}`
                    : 'Your address is not valid on this network'}
              </p>
            </div>
            {network === data.network ? (
              <span className={styles.inUse}>In use</span>
            ) : (
              <Button
                small
                disabled={!compatible || !isPaid}
                aria-label={`Use ${name}`}
                onClick={() => onChoose(network)}
              >
                Use
              </Button>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
