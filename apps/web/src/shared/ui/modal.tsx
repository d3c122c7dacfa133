import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './modal.module.css';

interface ModalProps {
  /** The dialog's name. */
  readonly title: string;
  /** Drawn beside the close button in place of the title, for example a search box. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}

/**
 * A modal dialog, open while it is mounted. The browser's own `<dialog>` keeps the focus inside, closes on Esc and gives
 * the focus back to the control that opened it; a click on the backdrop closes too.
 */
export function Modal({ title, head, onClose, children, wide = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current) onClose();
  }

  return (
    // The backdrop is a convenience for the mouse; Esc and the close button do the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={wide ? `${styles.modal} ${styles.wide}` : styles.modal}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={handleClick}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          {head ?? <h2>{title}</h2>}
          <IconButton label="Close" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
