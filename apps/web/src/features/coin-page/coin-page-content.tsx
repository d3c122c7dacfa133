import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { coinQuery } from '../../shared/api/catalogue-api.ts';
import { DeferredCode } from '../../shared/deferred/deferred-code.tsx';
import { Deferred } from '../../shared/deferred/deferred.tsx';
import { AlgorithmPanel } from './algorithm-panel.tsx';
import { AlgorithmStrip } from './algorithm-strip.tsx';
import styles from './coin-page.module.css';
import { Sentence } from './sentence.tsx';
import { lateDialog, lateExtra } from '../../shared/late/late.tsx';

const loadCoinPicker = () => import('../../blocks/coin-picker/coin-picker.tsx');
const loadAlgorithmPicker = () => import('../../blocks/algorithm-picker/algorithm-picker.tsx');
const loadBelowFold = () => import('./below/below-fold.tsx');
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

/** The sentence, the algorithms and all that depends on the two choices; the lists to choose from lie over it. */
export function CoinPageContent({ coin, algorithm, algorithms }: CoinPageContentProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const lastChoice = useRef<object>(null);
  const [open, setOpen] = useState<'coin' | 'algorithm' | null>(null);
  const close = () => setOpen(null);
  usePickersInAdvance();

  async function choose(change: { readonly coin?: string; readonly algorithm?: string }) {
    close();
    lastChoice.current = change;
    // While the router waits for a coin it draws a skeleton in place of the page, and the focus is lost with the word that had it.
    if (change.coin !== undefined)
      await queryClient.prefetchQuery({ ...coinQuery(change.coin), retry: false });
    if (lastChoice.current !== change) return;
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
      <Deferred fallback={<div className={styles.strip} />}>
        <AlgorithmStrip
          algorithms={algorithms}
          chosen={algorithm.code}
          onChoose={(code) => void choose({ algorithm: code })}
          panelId={panelId}
        />
      </Deferred>
      <AlgorithmPanel
        id={panelId}
        coin={coin}
        algorithm={algorithm}
        onChooseAnother={() => setOpen('algorithm')}
      />
      <DeferredCode load={loadBelowFold} fallback={<div className={styles.below} />}>
        {({ BelowFold }) => (
          <BelowFold
            coin={coin}
            algorithm={algorithm}
            onCoin={(symbol) => void choose({ coin: symbol })}
            onAllCoins={() => setOpen('coin')}
          />
        )}
      </DeferredCode>
      {open === 'coin' && (
        <CoinPicker
          forPayouts
          chosen={coin.symbol}
          onChoose={(symbol) => void choose({ coin: symbol })}
          onClose={close}
        />
      )}
      {open === 'algorithm' && (
        <AlgorithmPicker
          algorithms={algorithms}
          chosen={algorithm.code}
          onChoose={(code) => void choose({ algorithm: code })}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The lists are not part of the first bytes, but they are there when a word is pressed. */
function usePickersInAdvance(): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.all([loadCoinPicker(), loadAlgorithmPicker()]).catch(() => {}),
      listsAfterMs,
    );
    return () => clearTimeout(timer);
  }, []);
}
