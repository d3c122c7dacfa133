import type { AddressData } from '@openlode/contracts/http/address';
import { useState } from 'react';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import styles from './address-header.module.css';
import { late, lateDialog } from '../../shared/late/late.tsx';

const CodeDialog = lateDialog(async () => (await import('./code-dialog.tsx')).CodeDialog);

const OwnerActions = late(async () => (await import('./owner-actions/owner-actions.tsx')).OwnerActions);

interface AddressHeaderProps {
  readonly coin: string;
  readonly coinName: string;
  /** As it was typed; the canonical spelling takes its place once it is known. */
  readonly typed: string;
  readonly data: AddressData | null;
  /** The pool knows no such address: nothing of it is still to come. */
  readonly isRefused?: boolean;
}

export function AddressHeader({ coin, coinName, typed, data, isRefused = false }: AddressHeaderProps) {
  const [shown, setShown] = useState<'address' | 'key' | null>(null);
  const address = data?.address ?? typed;
  const chain = data?.chains.find((other) => other.network === data.network);
  const network = chain === undefined ? null : networkText(chain);
  return (
    <div className={styles.header}>
      <div className={styles.who}>
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
          <span className={styles.codes} data-waiting={data === null}>
            <IconButton label="QR code" onClick={() => setShown('address')}>
              <Drawing path="M2.75 2.75h4v4h-4zM9.25 2.75h4v4h-4zM2.75 9.25h4v4h-4zM9.25 9.25h1.5v1.5M13.25 9.25v4h-4" />
            </IconButton>
            {data !== null && data.mining_key !== null && (
              <IconButton label="Mining Key" onClick={() => setShown('key')}>
                <Drawing path="M4.75 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM7.5 8h6.25v2.75M11 8v2" />
              </IconButton>
            )}
          </span>
        </div>
        {data !== null && data.memo !== null && (
          <p className={styles.memo}>
            Memo <code>{data.memo}</code>
          </p>
        )}
      </div>
      {(data === null ? !isRefused : !data.fresh) && (
        <div className={styles.actions}>{data !== null && <OwnerActions data={data} />}</div>
      )}
      {data !== null && shown !== null && (
        <CodeDialog kind={shown} data={data} onClose={() => setShown(null)} />
      )}
    </div>
  );
}

/** On the grid of the icons, which the first page need not carry. */
function Drawing({ path }: { readonly path: string }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** `Arbitrum One`, `BNB Smart Chain (BEP20)`: the name first, which no other network of the coin has. */
function networkText({ name, token_standard: standard }: AddressData['chains'][number]): string {
  return standard === null ? name : `${name} (${standard})`;
}
