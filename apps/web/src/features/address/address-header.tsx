import type { AddressData } from '@openlode/contracts/http/address';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import styles from './address-header.module.css';
import { lateDialog } from '../../shared/late/late.tsx';

const CodeDialog = lateDialog(async () => (await import('./code-dialog.tsx')).CodeDialog);

interface AddressHeaderProps {
  readonly coin: string;
  readonly coinName: string;
  /** As it was typed; the canonical spelling takes its place once it is known. */
  readonly typed: string;
  readonly data: AddressData | null;
}

export function AddressHeader({ coin, coinName, typed, data }: AddressHeaderProps) {
  const [shown, setShown] = useState<'address' | 'key' | null>(null);
  const address = data?.address ?? typed;
  const chain = data?.chains.find((other) => other.network === data.network);
  const network = chain === undefined ? null : networkText(chain);
  return (
    <div className={styles.header}>
      <p className={styles.coin}>
        <CoinLogo symbol={coin} size={20} />
        {coinName}
        {network !== null && ` on ${network}`}
      </p>
      <div className={styles.line}>
        <h1 title={address}>
          <span className="visually-hidden">{address}</span>
          <span className={styles.wide} aria-hidden="true">
            {trimAddress(address, 16)}
          </span>
          <span className={styles.narrow} aria-hidden="true">
            {trimAddress(address, 9)}
          </span>
        </h1>
        <CopyButton text={address} label="Copy address" bare />
      </div>
      {data !== null && data.memo !== null && (
        <p className={styles.memo}>
          Memo <code>{data.memo}</code>
        </p>
      )}
      <p className={styles.codes} data-waiting={data === null}>
        <Button small onClick={() => setShown('address')}>
          QR code
        </Button>
        {data !== null && data.mining_key !== null && (
          <Button small onClick={() => setShown('key')}>
            Mining key
          </Button>
        )}
        {data !== null && !data.fresh && (
          <span className={styles.autoPay}>
            Auto-pay is <strong>{data.auto ? 'on' : 'off'}</strong>
            <Link to="." search={(old) => ({ ...old, tab: 'payments' as const })} resetScroll={false}>
              {data.auto ? 'Payment settings' : 'Turn it on, or pay out now'}
            </Link>
          </span>
        )}
      </p>
      {data !== null && shown !== null && (
        <CodeDialog kind={shown} data={data} onClose={() => setShown(null)} />
      )}
    </div>
  );
}

/** `Arbitrum One`, `BNB Smart Chain (BEP20)`: the name first, which no other network of the coin has. */
function networkText({ name, token_standard: standard }: AddressData['chains'][number]): string {
  return standard === null ? name : `${name} (${standard})`;
}
