import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly tone: 'plain' | 'warning' | 'error';
  readonly title: string;
  /** Whether the notice is all there is of a page: its title is the heading then. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  /** The next step to take, as a control. */
  readonly action?: ReactNode;
  /** `assertive` interrupts a screen reader: only for what stops the visitor's work. */
  readonly live?: 'polite' | 'assertive';
}

const icons: Readonly<Record<NoticeProps['tone'], IconName>> = {
  plain: 'gem',
  warning: 'warning',
  error: 'warning',
};

/** A banner that says what is the matter and what to do about it. */
export function Notice({ tone, title, isPage = false, children, action, live }: NoticeProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div
      className={`${styles.notice} ${styles[tone]}`}
      role={live === 'assertive' ? 'alert' : live === 'polite' ? 'status' : undefined}
    >
      <Icon name={icons[tone]} />
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {children}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
