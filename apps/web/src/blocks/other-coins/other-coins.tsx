import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useCoinsHere } from '../../shared/api/use-coins-here.ts';
import { articleBefore } from '../../shared/format/indefinite-article.ts';
import { readPreferences } from '../../shared/storage/preference-store.ts';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import { type CoinOfAddress, likelyFirst, loadCoinsOfAddress } from './load-coins-of-address.ts';
import styles from './other-coins.module.css';

interface OtherCoinsProps {
  /** As it was typed, with its memo. */
  readonly address: string;
  /** The coin that it is not an address of. */
  readonly coin: string;
  /** What leads on with a coin that it fits: a link or a button. */
  readonly renderOffer: (coin: CoinOfAddress) => ReactNode;
}

const shownMax = 6;

/** The coins other than `coin` that an address is valid for, the likeliest first; none while the rules are fetched. */
export function useOtherCoins(address: string, coin: string): readonly CoinOfAddress[] {
  const text = address.trim();
  const { delisted, paysHere } = useCoinsHere(text !== '');
  const { data: coinsOf } = useQuery({
    queryKey: ['coins-of-address'],
    queryFn: loadCoinsOfAddress,
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fits = useMemo(
    () =>
      delisted === undefined || paysHere === undefined ? [] : (coinsOf?.(text, { delisted, paysHere }) ?? []),
    [coinsOf, delisted, paysHere, text],
  );
  return likelyFirst(fits, readPreferences().lastCoins).filter(({ symbol }) => symbol !== coin);
}

/** Recognises an address of another coin and offers to go on with that; nothing where it fits none. */
export function OtherCoins({ address, coin, renderOffer }: OtherCoinsProps) {
  const fits = useOtherCoins(address, coin);
  const [first] = fits;
  if (first === undefined) return null;
  const more = fits.slice(shownMax);
  return (
    <section className={styles.found} aria-label="The coin of this address">
      <p role="status">
        {fits.length === 1
          ? `This is ${articleBefore(first.name)} ${first.name} address.`
          : `This is a valid address of ${fits.length} other coins.`}
      </p>
      <ul>
        {fits.slice(0, shownMax).map((fit) => (
          <li key={fit.symbol}>{renderOffer(fit)}</li>
        ))}
      </ul>
      {more.length > 0 && (
        <Disclosure title={`${more.length} more`} aside="other coins with such addresses">
          <ul>
            {more.map((fit) => (
              <li key={fit.symbol}>{renderOffer(fit)}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}
