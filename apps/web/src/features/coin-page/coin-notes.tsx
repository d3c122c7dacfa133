import type { CoinItem } from '@openlode/contracts/http/coins';
import { Notice } from '../../shared/ui/notice.tsx';

/** What somebody should know who wants to be paid in this coin. */
export function CoinNotes({ coin }: { readonly coin: CoinItem }) {
  return (
    <>
      {coin.no_pow_note && (
        <Notice
          tone="plain"
          title={`${coin.name} is earned with any algorithm of this pool: every reward is converted to ${coin.symbol}.`}
        />
      )}
      {coin.high_risk && (
        <Notice
          tone="warning"
          title={`The price of ${coin.name} moves a lot: what you are credited today may be worth much less tomorrow.`}
        />
      )}
    </>
  );
}
