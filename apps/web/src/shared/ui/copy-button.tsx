import { useEffect, useRef, useState } from 'react';
import { copyText } from '../clipboard/copy-text.ts';
import { announce } from './announcer.tsx';
import { classNames } from './class-names.ts';
import styles from './copy-button.module.css';
import { Icon } from './icon.tsx';

const confirmedMs = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for a screen reader: `Copy server`. */
  readonly label: string;
  /** Said once it is copied. */
  readonly confirms?: string;
  /** Only the icon is drawn. */
  readonly bare?: boolean;
  readonly className?: string | undefined;
}

/** Copies and confirms in place for two seconds; says what to do where the browser refuses. */
export function CopyButton({
  text,
  label,
  confirms = 'Text copied!',
  bare = false,
  className,
}: CopyButtonProps) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function handleClick() {
    const worked = await copyText(text);
    setResult(worked ? 'copied' : 'refused');
    announce(worked ? confirms : 'Copying was refused. Select the text and copy it by hand.');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult('none'), confirmedMs);
  }

  const words = { none: 'Copy', copied: 'Copied', refused: 'Select it' }[result];
  return (
    <button
      type="button"
      className={classNames(styles.copy, bare && styles.bare, styles[result], className)}
      aria-label={label}
      title={result === 'none' ? label : words}
      onClick={() => void handleClick()}
    >
      <Icon name={result === 'copied' ? 'check' : 'copy'} />
      <span className={styles.word}>{words}</span>
    </button>
  );
}
