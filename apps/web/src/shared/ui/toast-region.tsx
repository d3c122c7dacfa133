import { useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './toast-region.module.css';
import { closeToast, readToasts, subscribeToToasts } from './toast-store.ts';

/** Bottom centre, above everything but a dialog. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  return (
    <div className={styles.region}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`${styles.toast} ${styles[toast.tone]}`}
          role={toast.tone === 'success' ? 'status' : 'alert'}
        >
          <Icon name={toast.tone === 'success' ? 'check' : 'warning'} />
          <span>{toast.text}</span>
          <IconButton label="Close message" onClick={() => closeToast(toast.id)}>
            <Icon name="close" />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
