import { Link } from '@tanstack/react-router';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { OtherCoins } from './other-coins.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An address that the next page begins with. */
    typed?: string;
  }
}

/** Offers the coins of an address that is none of the current coin; the coin page opens with one, and the address stays typed. */
export function SwitchCoin({ coin, address }: { readonly coin: string; readonly address: string }) {
  return (
    <OtherCoins
      address={address}
      coin={coin}
      renderOffer={({ symbol, name }) => (
        <Link
          to="."
          search={(old) => ({ ...old, coin: symbol })}
          state={{ typed: address }}
          resetScroll={false}
        >
          <CoinLogo symbol={symbol} size={20} />
          Switch to {name} ({symbol})
        </Link>
      )}
    />
  );
}
