import type { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { refusalWords } from '../../blocks/refusal-words/refusal-words.ts';
import { failureText } from '../../shared/api/api-error.ts';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { getJson } from '../../shared/api/get-json.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import styles from './doctor-page.module.css';
import { mistakeWords } from './mistake-words.ts';

/** Takes a user string or a command apart and says what is wrong with it. Nothing but the address leaves the browser. */
export function DoctorPage() {
  usePageTitle('Connection doctor');
  const textId = useId();
  const algorithmId = useId();
  const [text, setText] = useState('');
  const [algorithm, setAlgorithm] = useState('');
  const { data: algorithms = [] } = useQuery(algorithmsQuery());
  const {
    data: doctor,
    error,
    refetch,
  } = useQuery({
    queryKey: ['doctor', algorithms.length],
    queryFn: async () => (await import('./load-doctor.ts')).loadDoctor(algorithms),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const diagnosis =
    text.trim() === '' || doctor === undefined ? null : doctor(text, algorithm === '' ? null : algorithm);

  const account = diagnosis?.account ?? null;

  return (
    <div className={`wrap ${styles.page}`}>
      <h1>Connection doctor</h1>
      <p className={styles.lead}>
        Your miner does not connect? Paste its user string or its whole command: every part is named, and
        every mistake with its mend.
      </p>
      <label htmlFor={textId}>User string or command</label>
      <textarea
        id={textId}
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label htmlFor={algorithmId}>Algorithm, to check the port</label>
      <select id={algorithmId} value={algorithm} onChange={(event) => setAlgorithm(event.target.value)}>
        <option value="">Not sure</option>
        {algorithms.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {error !== null && doctor === undefined && (
        <Notice
          tone="error"
          title={failureText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      <div role="status" className={styles.result}>
        {diagnosis !== null && (
          <>
            {diagnosis.mistakes.length === 0 ? (
              <p className={styles.sound}>No mistake found: the pool takes this.</p>
            ) : (
              <ul aria-label="Mistakes" className={styles.mistakes}>
                {diagnosis.mistakes.map((mistake) => (
                  <li key={JSON.stringify(mistake)}>{mistakeWords(mistake)}</li>
                ))}
              </ul>
            )}
            <dl className={styles.fields}>
              {diagnosis.fields.map(({ name, text: value }) => (
                <div key={`${name} ${value}`}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
      {account !== null && <RefusedLogins {...account} />}
    </div>
  );
}

function RefusedLogins({ coin, address }: { readonly coin: string; readonly address: string }) {
  const { data } = useQuery({
    queryKey: ['refusals', coin, address],
    queryFn: ({ signal }) =>
      getJson<AddressRefusalsResponse['data']>(
        `/v5/address/${encodeURIComponent(address)}/refusals?coin=${encodeURIComponent(coin)}`,
        signal,
      ),
    enabled: address !== '' && address.length <= 256,
  });
  if (data === undefined) return null;
  return (
    <section aria-label="Refused logins of the past day" className={styles.refused}>
      <h2>Refused logins of the past day</h2>
      {data.list.length === 0 ? (
        <p>None with this coin and address.</p>
      ) : (
        <ul>
          {data.list.map(({ reason, times, last }) => (
            <li key={reason}>
              {refusalWords[reason]} Refused {times === 1 ? 'once' : `${times} times`}, last{' '}
              <RelativeTime at={last} />.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
