import { sitePages } from '@openlode/catalogue/site-pages';
import { useState } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { DiagnosisView } from './diagnosis-view.tsx';
import { DoctorHint } from './doctor-hint.tsx';
import styles from './doctor-page.module.css';
import { RefusedLogins } from './refused-logins.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useDiagnosis } from './use-diagnosis.ts';

/** Takes a user string or a command apart and says what is wrong with it. Nothing but the address leaves the browser. */
export function DoctorPage() {
  const [text, setText] = useState('');
  const [algorithm, setAlgorithm] = useState('');
  const { diagnosis, algorithms, error, retry } = useDiagnosis(text, algorithm === '' ? null : algorithm);
  const miner = diagnosis?.miner ?? diagnosis?.second?.miner ?? null;

  return (
    <PlainPage
      page={sitePages.doctor}
      lead="Your miner does not connect? Paste its user string or its whole command: we explain each part and how to fix it. Only the address is sent to the pool."
    >
      <Card title="Your miner’s settings">
        <div className={diagnosis === null && error === null ? styles.asking : undefined}>
          <SettingsForm
            text={text}
            onText={setText}
            algorithm={algorithm}
            onAlgorithm={setAlgorithm}
            algorithms={algorithms}
          />
          {error !== null && (
            <Notice
              tone="error"
              live="polite"
              title={failureText(error)}
              action={<Button onClick={retry}>Try again</Button>}
            />
          )}
          <div role="status" className={styles.result}>
            {diagnosis === null ? (
              <DoctorHint
                isLoading={text.trim() !== '' && error === null}
                onExample={text === '' ? setText : undefined}
              />
            ) : (
              <DiagnosisView diagnosis={diagnosis} />
            )}
          </div>
        </div>
        {miner !== null && <RefusedLogins {...miner} />}
      </Card>
    </PlainPage>
  );
}
