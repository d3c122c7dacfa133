import { coinPageNotes } from '@openlode/contracts/coin-page-words';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AddressBox } from '../../blocks/address-box/address-box.tsx';
import { ConnectionCard } from '../../blocks/connection-card/connection-card.tsx';
import { PacedCode } from '../../shared/pace/paced-code.tsx';
import { Paced } from '../../shared/pace/paced.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { AlgorithmStrip, algorithmTabId } from './algorithm-strip.tsx';
import styles from './coin-page.module.css';
import { Sentence } from './sentence.tsx';
import { lateDialog, lateExtra } from '../../shared/late/late.tsx';

const loadCoinPicker = () => import('../../blocks/coin-picker/coin-picker.tsx');
const loadAlgorithmPicker = () => import('../../blocks/algorithm-picker/algorithm-picker.tsx');
const loadBelowFold = () => import('./below/below-fold.tsx');
const loadPayoutTerms = () => import('./payout-terms.tsx');
const loadCalculator = () => import('./calculator/calculator.tsx');
const CoinHint = lateExtra(async () => (await import('./coin-hint.tsx')).CoinHint);
const CoinPicker = lateDialog(async () => (await loadCoinPicker()).CoinPicker);
const AlgorithmPicker = lateDialog(async () => (await loadAlgorithmPicker()).AlgorithmPicker);

const panelId = 'algorithm-panel';
/** Once the page itself has come. */
const listsAfterMs = 1000;

interface CoinPageContentProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  readonly algorithms: readonly AlgorithmItem[];
}

export function CoinPageContent({ coin, algorithm, algorithms }: CoinPageContentProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'coin' | 'algorithm' | null>(null);
  const close = () => setOpen(null);

  useEffect(() => {
    // The lists are not part of the first bytes, but they are there when a word is pressed.
    const timer = setTimeout(
      () => void Promise.all([loadCoinPicker(), loadAlgorithmPicker()]).catch(() => {}),
      listsAfterMs,
    );
    return () => clearTimeout(timer);
  }, []);

  function choose(change: { readonly coin?: string; readonly algorithm?: string }) {
    close();
    void navigate({
      to: '/',
      // Another algorithm is no choice of a coin: as long as none was chosen, none is remembered.
      search: (old) => ({
        ...(old.coin !== undefined && { coin: coin.symbol }),
        algorithm: algorithm.code,
        ...change,
      }),
      // Another word in the sentence is no other page: the visitor stays where they are.
      resetScroll: false,
    });
  }

  return (
    <div className="wrap">
      <Sentence
        coin={coin}
        algorithm={algorithm}
        onCoin={() => setOpen('coin')}
        onAlgorithm={() => setOpen('algorithm')}
        hint={<CoinHint />}
      />
      <Paced fallback={<div className={styles.strip} />}>
        <AlgorithmStrip
          algorithms={algorithms}
          chosen={algorithm.code}
          onChoose={(code) => choose({ algorithm: code })}
          panelId={panelId}
        />
      </Paced>
      <div id={panelId} role="tabpanel" aria-labelledby={algorithmTabId(algorithm.code)}>
        <div className={styles.notes}>
          {coinPageNotes(coin, algorithm).map(({ tone, text }) => (
            <Notice key={text} tone={tone} title={text} />
          ))}
        </div>
        <div className={styles.grid}>
          <div className={styles.column}>
            <Paced fallback={<div className={styles.connection} />}>
              <ConnectionCard
                coin={coin}
                algorithm={algorithm}
                chooseAnother={<Button onClick={() => setOpen('algorithm')}>Choose another</Button>}
              />
            </Paced>
            <Paced>
              <Card title="Already mining?">
                <AddressBox key={coin.symbol} coin={coin.symbol} />
              </Card>
            </Paced>
          </div>
          <div className={styles.column}>
            {coin.delisted === 0 && (
              <PacedCode load={loadCalculator} fallback={<div className={styles.calculator} />}>
                {({ Calculator }) => <Calculator key={algorithm.code} coin={coin} algorithm={algorithm} />}
              </PacedCode>
            )}
            <PacedCode load={loadPayoutTerms} fallback={<div className={styles.terms} />}>
              {({ PayoutTerms }) => <PayoutTerms coin={coin} />}
            </PacedCode>
          </div>
        </div>
      </div>
      <PacedCode load={loadBelowFold} fallback={<div className={styles.below} />}>
        {({ BelowFold }) => (
          <BelowFold
            coin={coin}
            algorithm={algorithm}
            onCoin={(symbol) => choose({ coin: symbol })}
            onAllCoins={() => setOpen('coin')}
          />
        )}
      </PacedCode>
      {open === 'coin' && (
        <CoinPicker chosen={coin.symbol} onChoose={(symbol) => choose({ coin: symbol })} onClose={close} />
      )}
      {open === 'algorithm' && (
        <AlgorithmPicker
          algorithms={algorithms}
          chosen={algorithm.code}
          onChoose={(code) => choose({ algorithm: code })}
          onClose={close}
        />
      )}
    </div>
  );
}
