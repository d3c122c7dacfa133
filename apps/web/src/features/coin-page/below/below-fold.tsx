import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { CoinStrip } from '../../../blocks/coin-strip/coin-strip.tsx';
import { Deferred } from '../../../shared/deferred/deferred.tsx';
import { News } from './news.tsx';
import { Slider } from './slider.tsx';
import { Totals } from './totals.tsx';

interface BelowFoldProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  readonly onCoin: (symbol: string) => void;
  readonly onAllCoins: () => void;
}

/** What a visitor scrolls to; its code comes after the page is there. */
export function BelowFold({ coin, algorithm, onCoin, onAllCoins }: BelowFoldProps) {
  return (
    <>
      <Totals key={algorithm.code} algorithm={algorithm} />
      <Deferred>
        <CoinStrip chosen={coin.symbol} onChoose={onCoin} onAll={onAllCoins} />
      </Deferred>
      <Deferred>
        <Slider />
      </Deferred>
      <Deferred>
        <News key={coin.symbol} coin={coin.symbol} />
      </Deferred>
    </>
  );
}
