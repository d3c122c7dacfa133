import { coinPageNotes } from '@openlode/contracts/coin-page-words';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { ConnectionCard } from '../../blocks/connection-card/connection-card.tsx';
import { canBeChosen } from '../../shared/api/can-be-chosen.ts';
import { DeferredCode } from '../../shared/deferred/deferred-code.tsx';
import { Deferred } from '../../shared/deferred/deferred.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { algorithmTabId } from './algorithm-strip.tsx';
import styles from './coin-page.module.css';

const loadPayoutTerms = () => import('./payout-terms.tsx');
const loadCalculator = () => import('./calculator/calculator.tsx');

interface AlgorithmPanelProps {
  readonly id: string;
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  readonly onChooseAnother: () => void;
}

/** What the tab of an algorithm shows: how to connect, what it earns and how it is paid. */
export function AlgorithmPanel({ id, coin, algorithm, onChooseAnother }: AlgorithmPanelProps) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={algorithmTabId(algorithm.code)}>
      <div className={styles.notes}>
        {coinPageNotes(coin, algorithm).map(({ tone, text }) => (
          <Notice key={text} tone={tone} title={text} />
        ))}
      </div>
      <div className={styles.grid}>
        <div className={styles.column}>
          <Deferred fallback={<div className={styles.connection} />}>
            <ConnectionCard
              coin={coin}
              algorithm={algorithm}
              chooseAnother={<Button onClick={onChooseAnother}>Choose another</Button>}
            />
          </Deferred>
          <Deferred>
            <Card title="Already mining?">
              <AddressBox key={coin.symbol} coin={coin.symbol} />
            </Card>
          </Deferred>
        </div>
        <div className={styles.column}>
          {canBeChosen(coin) && (
            <DeferredCode load={loadCalculator} fallback={<div className={styles.calculator} />}>
              {({ Calculator }) => <Calculator key={algorithm.code} coin={coin} algorithm={algorithm} />}
            </DeferredCode>
          )}
          <DeferredCode load={loadPayoutTerms} fallback={<div className={styles.terms} />}>
            {({ PayoutTerms }) => <PayoutTerms coin={coin} />}
          </DeferredCode>
        </div>
      </div>
    </div>
  );
}
