import type { CoinItem } from '@openlode/contracts/http/coins';
import { whyNotPaid } from '@openlode/contracts/why-not-paid';
import { canBeChosen } from '../../shared/api/can-be-chosen.ts';
import { useFiat } from '../../shared/api/use-fiat.ts';
import { trimAddress } from '../../shared/format/trim-address.ts';
import { Amount } from '../../shared/ui/amount.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { thresholdChangeWords } from '../../shared/format/threshold-change-words.ts';
import styles from './payout-terms.module.css';

/** What the operator or the catalogue has closed of a network, as the address page of a miner tells it too. */
function closureWords({ delisted, not_paid_why }: CoinItem, chain: CoinItem['chains'][number]): string {
  if (!chain.paid_here || chain.enabled || not_paid_why !== undefined) return '';
  if (chain.enabled_auto_only) return ', automatic payouts only';
  return delisted === 1 ? ', closed' : ', payouts under maintenance';
}

function paidOnesFirst({ chains }: CoinItem): CoinItem['chains'] {
  return chains.toSorted((a, b) => Number(b.paid_here) - Number(a.paid_here));
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
          : !coin.paid_here
            ? `${whyNotPaid(coin)} So it cannot be earned here. A balance from before is kept.`
            : (coin.not_paid_why ??
              'Once you hold the minimum of your network. Auto-pay is off at first. Turn it on at your address page, and you are paid daily at 13:00 UTC after a day with a reward. Or pay out yourself, once per UTC day.')}
      </p>
      <ul className={styles.chains}>
        {paidOnesFirst(coin).map((chain) => (
          <li key={chain.network}>
            <span>
              {chain.name}
              <span className={styles.kind}>
                {chain.token_standard ?? 'native network'}
                {closureWords(coin, chain)}
              </span>
              {chain.paid_through_exchange && (
                <span className={styles.kind}>
                  Paid through an exchange: this pool has no wallet there, and an exchange sends it to you
                </span>
              )}
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
              {chain.paid_here && chain.payment_threshold_next !== undefined && (
                <span className={styles.kind}>
                  The minimum changes. {thresholdChangeWords(chain.payment_threshold_next, coin.symbol)}
                </span>
              )}
            </span>
            <span className={styles.minimum}>
              {chain.paid_here ? (
                <>
                  <Amount amount={chain.payment_threshold} unit={coin.symbol} size={16} />
                  <small title={source}>{money(chain.payment_threshold)}</small>
                </>
              ) : (
                <small>
                  {coin.not_paid_why === undefined
                    ? 'Not paid here: this pool has no wallet there'
                    : 'Not paid here'}
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ConversionTerms coin={coin} />
      {coin.no_pow_note && canBeChosen(coin) && (
        <p className={styles.note}>
          {coin.name} is earned with any algorithm of this pool: rewards in other coins are converted to{' '}
          {coin.symbol}.
        </p>
      )}
    </Card>
  );
}

const classWords = {
  stable: 'a stablecoin',
  liquid: 'a coin with a liquid market',
  thin: 'a coin with a thin market',
};

/** What a conversion to the coin keeps back beside the fee; nothing where this pool keeps nothing. */
function ConversionTerms({ coin }: { readonly coin: CoinItem }) {
  if (coin.conversion === undefined || !canBeChosen(coin)) return null;
  const { class: own, spread_percent: percent } = coin.conversion;
  return (
    <p className={styles.note}>
      A reward in another coin is converted at the market’s rate less {percent}% for {coin.symbol}, now{' '}
      {classWords[own]}, and what the mined coin’s own page says. Each receipt names what was kept.
    </p>
  );
}
