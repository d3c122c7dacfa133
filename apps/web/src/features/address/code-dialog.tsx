import type { AddressData } from '@openlode/contracts/http/address';
import { logQuietly } from '../../shared/log/log-quietly.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import styles from './code-dialog.module.css';
import { drawQr } from './draw-qr.ts';

interface CodeDialogProps {
  readonly kind: 'address' | 'key';
  readonly data: AddressData;
  readonly onClose: () => void;
}

/** The address or its mining key as a QR code and as text to copy. */
export function CodeDialog({ kind, data, onClose }: CodeDialogProps) {
  const address = data.memo === null ? data.address : `${data.address}:${data.memo}`;
  const isKey = kind === 'key';
  const text = isKey ? (data.mining_key ?? '') : address;
  return (
    <Modal title={isKey ? 'Mining Key' : 'QR code of the address'} onClose={onClose}>
      <div className={styles.content}>
        <QrCode text={text} />
        <p className={styles.line}>
          <code>{text}</code>
          <CopyButton
            text={text}
            label={isKey ? 'Copy Mining Key' : 'Copy address'}
            confirms={isKey ? 'Your Mining Key have been copied!' : 'Text copied!'}
          />
        </p>
        <p className={styles.note}>
          {isKey
            ? 'Use it instead of coin, address and memo in your miner’s user field. Others who have it can mine for you, but cannot withdraw anything.'
            : 'Scan it with the monitoring app to watch this address. If a scanner cannot read the code in dark mode, switch to light mode.'}
        </p>
      </div>
    </Modal>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const drawing = tryToDraw(text);
  if (drawing === null) return null;
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={`QR code of ${text}`}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  );
}

/** A code that cannot be drawn is left out: the text beside it says the same. */
function tryToDraw(text: string) {
  try {
    return drawQr(text);
  } catch (error) {
    logQuietly('The QR code could not be drawn.', error);
    return null;
  }
}
