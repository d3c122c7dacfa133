import { type ReactNode, useId } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton, CopyValue } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './copy-line.module.css';

interface CopyLineProps {
  readonly name: string;
  /** What is copied; null while there is nothing that would work. */
  readonly text: string | null;
  /** Why there is nothing to copy yet; without it the line has no button. */
  readonly missing?: string;
  /** Set behind the value: when to use another one. */
  readonly also?: string;
  /** Said once it is copied. */
  readonly confirms?: string;
  /** Drawn in place of the text. */
  readonly children?: ReactNode;
}

/** One line of what a miner types: label, value, copy. */
export function CopyLine({ name, text, missing, also, confirms, children }: CopyLineProps) {
  const missingId = useId();
  const copy = `Copy ${name === 'URL' ? name : name.toLowerCase()}`;
  return (
    <div className={children === undefined ? styles.line : `${styles.line} ${styles.tall}`}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        {children ?? (text !== null && <CopyValue className={styles.big} text={text} confirms={confirms} />)}{' '}
        {also !== undefined && <span className={styles.also}>{also}</span>}
      </dd>
      <dd className={styles.copy}>
        {text !== null ? (
          <CopyButton text={text} label={copy} {...(confirms && { confirms })} />
        ) : missing === undefined ? null : (
          <>
            <Button disabled aria-describedby={missingId} aria-label={copy}>
              <Icon name="copy" />
              Copy
            </Button>
            <span id={missingId} className={styles.missing}>
              {missing}
            </span>
          </>
        )}
      </dd>
    </div>
  );
}
