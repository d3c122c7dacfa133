import { whyNotPaid } from '@openlode/contracts/why-not-paid';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CoinPicker } from '../../../blocks/coin-picker/coin-picker.tsx';
import { CoinStrip } from '../../../blocks/coin-strip/coin-strip.tsx';
import { coinQuery } from '../../../shared/api/catalogue-api.ts';
import { site } from '../../../shared/api/site.ts';
import { usePreference } from '../../../shared/storage/preference-store.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CoinLogo } from '../../../shared/ui/coin-logo.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';

/** Any coin of the pool: the current one at hand, all of them in the same picker as everywhere. */
export function CoinStep({ answers, choose }: StepProps) {
  const remembered = usePreference('coin');
  const [coin, setCoin] = useState(answers.coin ?? remembered ?? site().coin);
  const [open, setOpen] = useState(false);
  const { data } = useQuery(coinQuery(coin));
  const isDelisted = data?.delisted === 1;
  return (
    <div className={`${styles.form} ${styles.coin}`}>
      <div>
        <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
          <CoinLogo symbol={coin} size={20} />
          {data?.name ?? coin}
          <Icon name="caret" />
        </Button>
      </div>
      {isDelisted && (
        <Notice
          tone="warning"
          live="polite"
          title="This coin or token has been delisted and no further rewards will be credited."
        >
          <p>Choose another coin to be paid in.</p>
        </Notice>
      )}
      {data?.paid_here === false && !isDelisted && (
        <Notice tone="warning" live="polite" title={whyNotPaid(data)}>
          <p>Choose another coin to be paid in.</p>
        </Notice>
      )}
      <CoinStrip chosen={coin} onChoose={setCoin} onAll={() => setOpen(true)} hasPopular />
      <div className={styles.buttons}>
        <Button
          kind="primary"
          disabled={isDelisted || data?.paid_here === false}
          onClick={() => choose({ kind: 'coin', coin })}
        >
          Be paid in {data?.name ?? coin}
        </Button>
      </div>
      {open && (
        <CoinPicker
          forPayouts
          chosen={coin}
          onClose={() => setOpen(false)}
          onChoose={(symbol) => {
            setOpen(false);
            setCoin(symbol);
          }}
        />
      )}
    </div>
  );
}
