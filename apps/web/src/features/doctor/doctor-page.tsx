import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { RefusalItems } from '../../blocks/refusals/refusal-items.tsx';
import { refusalsQuery } from '../../blocks/refusals/refusals-query.ts';
import { failureText } from '../../shared/api/api-error.ts';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { PlainPage } from '../../shared/ui/plain-page.tsx';
import { useSettled } from '../../shared/time/use-settled.ts';
import styles from './doctor-page.module.css';
import { mistakeWords } from './mistake-words.ts';

const looksAt = [
  'coin, address and memo, with their checksums',
  'separators, spaces and capital letters',
  'worker name and referral code',
  'scheme, host, port, algorithm and certificate, for the programs that we know',
  'logins that the pool refused in the past day',
];

/** What people send when they ask for help: an address without its colon, and a worker name with a space. */
const exampleCommand =
  'minerd -a sha256d -o stratum+tcp://pool.example.com:3333 -u DOGE.DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig 1 -p x';

/** Takes a user string or a command apart and says what is wrong with it. Nothing but the address leaves the browser. */
export function DoctorPage() {
  const textId = useId();
  const algorithmId = useId();
  const [text, setText] = useState('');
  const [algorithm, setAlgorithm] = useState('');
  // Without the list a port of the pool cannot be told from any other.
  const list = useQuery(algorithmsQuery());
  const doctor = useQuery({
    queryKey: ['doctor'],
    queryFn: async () => (await import('./load-doctor.ts')).loadDoctor(),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const diagnosis =
    text.trim() === '' || doctor.data === undefined || list.data === undefined
      ? null
      : doctor.data(text, algorithm === '' ? null : algorithm, list.data);
  const missing = [list, doctor].filter(({ data, isError }) => data === undefined && isError);
  const error = missing[0]?.error ?? null;

  const account = diagnosis?.account ?? null;

  return (
    <PlainPage
      page={sitePages.doctor}
      lead="Your miner does not connect? Paste its user string or its whole command: we explain each part and how to fix it. Only the address is sent to the pool."
    >
      <Card title="Your miner’s settings">
        <div className={diagnosis === null && error === null ? styles.asking : undefined}>
          <div className={styles.form}>
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
            <label htmlFor={algorithmId}>Algorithm, where the command does not name it</label>
            <select id={algorithmId} value={algorithm} onChange={(event) => setAlgorithm(event.target.value)}>
              <option value="">Not sure</option>
              {list.data?.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          {error !== null && (
            <Notice
              tone="error"
              live="polite"
              title={failureText(error)}
              action={
                <Button
                  onClick={() => {
                    for (const { refetch } of missing) void refetch();
                  }}
                >
                  Try again
                </Button>
              }
            />
          )}
          <div role="status" className={styles.result}>
            {diagnosis === null ? (
              <Hint
                isLoading={text.trim() !== '' && error === null}
                onExample={text === '' ? setText : undefined}
              />
            ) : (
              <>
                {diagnosis.mistakes.length === 0 ? (
                  <p className={styles.sound}>
                    <Icon name="check" />
                    {diagnosis.isUnknownProgram
                      ? 'No mistake found in server and user. We do not know this program, so its options were not checked.'
                      : 'No mistake found. The pool accepts this.'}
                  </p>
                ) : (
                  <ul aria-label="Mistakes" className={styles.mistakes}>
                    {diagnosis.mistakes.map((mistake) => (
                      <li key={JSON.stringify(mistake)}>
                        <Icon name="warning" />
                        <span>{mistakeWords(mistake)}</span>
                      </li>
                    ))}
                  </ul>
                )}
                {diagnosis.notes.length > 0 && (
                  <ul aria-label="Notes" className={styles.notes}>
                    {diagnosis.notes.map((note) => (
                      <li key={JSON.stringify(note)}>{mistakeWords(note)}</li>
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
        </div>
        {account !== null && <RefusedLogins {...account} />}
      </Card>
    </PlainPage>
  );
}

const settledMs = 500;

/** Queried once the address has not changed for a moment, so that typing does not query every prefix. */
function RefusedLogins(typed: { readonly coin: string; readonly address: string }) {
  const coin = useSettled(typed.coin, settledMs);
  const address = useSettled(typed.address, settledMs);
  const isSettled = coin === typed.coin && address === typed.address;
  const { data, error, refetch } = useQuery({
    ...refusalsQuery(coin, address),
    enabled: isSettled && address !== '' && address.length <= 256,
  });
  if (!isSettled) return null;
  if (data === undefined)
    return error === null ? null : (
      <Notice
        tone="warning"
        live="polite"
        title="Couldn’t load refused logins"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        <p>{failureText(error)}</p>
      </Notice>
    );
  return (
    <section aria-label="Refused logins of the past day" className={styles.refused}>
      <h2>Refused logins of the past day</h2>
      {data.list.length === 0 ? (
        <p>None with this coin and address.</p>
      ) : (
        <ul>
          <RefusalItems list={data.list} />
        </ul>
      )}
    </section>
  );
}

interface HintProps {
  readonly isLoading: boolean;
  /** Fills the field; undefined where there is something in it. */
  readonly onExample: ((text: string) => void) | undefined;
}

/** What stands beside an empty field. */
function Hint({ isLoading, onExample }: HintProps) {
  return (
    <div className={styles.hint}>
      {onExample !== undefined && (
        <p>
          <Button onClick={() => onExample(exampleCommand)}>Try an example</Button>
        </p>
      )}
      {isLoading && <p>Loading coin rules…</p>}
      <p>It checks</p>
      <ul>
        {looksAt.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}
