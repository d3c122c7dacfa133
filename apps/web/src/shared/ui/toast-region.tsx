import { useEffect, useRef, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './toast-region.module.css';
import { closeToast, readToasts, subscribeToToasts } from './toast-store.ts';

/** Bottom centre, above everything, dialogs included. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Shown again, it stands above a dialog that was opened meanwhile.
    const element = region.current;
    if (element === null || toasts.length === 0 || typeof element.showPopover !== 'function') return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [toasts]);
  return (
    <div ref={region} popover="manual" className={styles.region}>
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
