import type { CoinItem } from '@openlode/contracts/http/coins';
import { useFiat } from '../../shared/api/use-fiat.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { thresholdChangeWords } from '../../shared/format/threshold-change-words.ts';
import styles from './payout-terms.module.css';

/** What the operator or the catalogue has closed of a network, as the address page of a miner tells it too. */
function closureWords({ delisted }: CoinItem, chain: CoinItem['chains'][number]): string {
  if (chain.enabled) return '';
  if (chain.enabled_auto_only) return ', automatic payouts only';
  return delisted === 1 ? ', closed' : ', payouts under maintenance';
}

/** When and from what amount the coin is paid, per network. */
export function PayoutTerms({ coin }: { readonly coin: CoinItem }) {
  const { now, source } = useFiat(coin.symbol);
  const money = (coins: string): string => {
    const text = now(coins);
    return text === undefined ? '' : `about ${text}`;
  };
  return (
    <Card title="When am I paid?">
      <p className={styles.rule}>
        {coin.delisted === 1
          ? 'This coin is no longer earned. Your address page says until when a balance is paid.'
          : 'Once you hold the minimum of your network. Auto-pay is off at first. Turn it on at your address page, and you are paid daily at 13:00 UTC after a day with a reward. Or pay out yourself, once per UTC day.'}
      </p>
      <ul className={styles.chains}>
        {coin.chains.map((chain) => (
          <li key={chain.network}>
            <span>
              {chain.name}
              <span className={styles.kind}>
                {chain.token_standard ?? 'native network'}
                {closureWords(coin, chain)}
              </span>
              {chain.contract !== null && (
                <span className={styles.kind}>
                  Contract{' '}
                  {chain.explorer_address_link === null ? (
                    <code>{trimAddress(chain.contract, 9)}</code>
                  ) : (
                    <a
                      href={chain.explorer_address_link}
                      title={chain.contract}
                      rel="noopener noreferrer"
                      target="_blank"
                    >
                      <code>{trimAddress(chain.contract, 9)}</code>
                    </a>
                  )}
                </span>
              )}
              {chain.payment_threshold_next !== undefined && (
                <span className={styles.kind}>
                  The minimum changes. {thresholdChangeWords(chain.payment_threshold_next, coin.symbol)}
                </span>
              )}
            </span>
            <span className={styles.minimum}>
              <Amount amount={chain.payment_threshold} unit={coin.symbol} size={16} />
              <small title={source}>{money(chain.payment_threshold)}</small>
            </span>
          </li>
        ))}
      </ul>
      {coin.no_pow_note && coin.delisted === 0 && (
        <p className={styles.note}>
          {coin.name} is earned with any algorithm of this pool: rewards in other coins are converted to{' '}
          {coin.symbol}.
        </p>
      )}
    </Card>
  );
}
