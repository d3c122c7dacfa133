import { useEffect, useRef, useState } from 'react';
import { Modal } from '../../shared/ui/modal.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './app-page.module.css';

/** The part of the browser's detector that is used; not every browser has one. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

const lookEveryMs = 250;

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser can read a QR code from its camera. */
export function canScan(): boolean {
  return detectorClass() !== undefined && 'mediaDevices' in navigator;
}

interface CameraScanProps {
  readonly onFound: (text: string) => void;
  readonly onClose: () => void;
}

/** Shows the camera until a QR code is before it. The picture never leaves the browser. */
export function CameraScan({ onFound, onClose }: CameraScanProps) {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    found.current = onFound;
  });

  useEffect(() => {
    let stopped = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function start() {
      const Detector = detectorClass();
      const element = video.current;
      if (Detector === undefined || element === null) return;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (stopped) return stop();
      element.srcObject = stream;
      await element.play();
      look(element, new Detector({ formats: ['qr_code'] }));
    }
    function look(element: HTMLVideoElement, detector: Detector) {
      timer = setTimeout(() => void read(element, detector), lookEveryMs);
    }
    async function read(element: HTMLVideoElement, detector: Detector) {
      const [code] = await detector.detect(element).catch(() => []);
      if (stopped) return;
      if (code === undefined) look(element, detector);
      else found.current(code.rawValue);
    }
    function stop() {
      stopped = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch(() => {
      if (!stopped) setRefused(true);
    });
    return stop;
  }, []);

  return (
    <Modal title="Scan the code of an address" onClose={onClose}>
      <div className={styles.camera}>
        {refused ? (
          <Notice tone="warning" title="The camera cannot be used" live="polite">
            <p>Allow it in the settings of the browser, or paste the address instead.</p>
          </Notice>
        ) : (
          // The picture of the camera has no sound and no words.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video ref={video} muted playsInline aria-label="Camera view" />
        )}
      </div>
    </Modal>
  );
}
