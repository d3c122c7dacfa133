import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from '../clipboard/copy-text.ts';
import { classNames } from './class-names.ts';
import styles from './copy-button.module.css';
import { Icon } from './icon.tsx';
import { showToast } from './toast-store.ts';

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

/** Copies `text` and says so, to eyes as well: answers what became of it for two seconds, and the handler. */
function useCopy(text: string, confirms = 'Text copied!') {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    const worked = await copyText(text);
    setResult(worked ? 'copied' : 'refused');
    if (worked) showToast('success', confirms);
    else showToast('warning', 'Copying was refused. Select the text and copy it by hand.');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult('none'), confirmedMs);
  }
  return [result, () => void copy()] as const;
}

interface CopyValueProps {
  readonly text: string;
  readonly confirms?: string | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A value that a click copies. Beside a copy button, which is what the keyboard and a screen reader use. */
export function CopyValue({ text, confirms, className, children = text }: CopyValueProps) {
  const [, copy] = useCopy(text, confirms);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span className={classNames(styles.value, className)} title="Click to copy" onClick={copy}>
      {children}
    </span>
  );
}

/** Copies and confirms in place for two seconds; says what to do where the browser refuses. */
export function CopyButton({ text, label, confirms, bare = false, className }: CopyButtonProps) {
  const [result, copy] = useCopy(text, confirms);
  const words = { none: 'Copy', copied: 'Copied', refused: 'Select it' }[result];
  return (
    <button
      type="button"
      className={classNames(styles.copy, bare && styles.bare, styles[result], className)}
      aria-label={label}
      title={result === 'none' ? label : words}
      onClick={copy}
    >
      <Icon name={result === 'copied' ? 'check' : 'copy'} />
      <span className={styles.word}>{words}</span>
    </button>
  );
}
