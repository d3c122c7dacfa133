import { Button } from '../../shared/ui/button.tsx';
import styles from './doctor-page.module.css';

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

interface DoctorHintProps {
  readonly isLoading: boolean;
  /** Fills the field; undefined where there is something in it. */
  readonly onExample: ((text: string) => void) | undefined;
}

/** What stands in place of a diagnosis: what is checked, and an example to try. */
export function DoctorHint({ isLoading, onExample }: DoctorHintProps) {
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
