import type { AddressData } from '@openlode/contracts/http/address';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import styles from './owner-actions.module.css';
import type { Challenge, OwnerAction } from './owner-api.ts';
import { seenWords } from './proof-words.ts';

interface WorkerChallengeProps {
  readonly data: AddressData;
  readonly action: OwnerAction;
  readonly challenge: Challenge;
  /** How the challenge stands; undefined before the first answer. */
  readonly state: Challenge['state'] | undefined;
  /** Whether the pool does not say at the moment. */
  readonly isSilent: boolean;
}

/** The proof by a worker's name: a miner with it on a connection that mined to the address. */
export function WorkerChallenge({ data, action, challenge, state, isSilent }: WorkerChallengeProps) {
  const user = `${data.coin}:${data.address}${data.memo === null ? '' : `:${data.memo}`}.${challenge.worker}`;
  return (
    <section className={styles.way}>
      <h3>{challenge.signing === null ? 'Start a miner' : 'Or start a miner'}</h3>
      <p>
        Anyone can open this page, so we check that you control the miners. Start one of your miners with this
        worker name, on a connection that earned at least a quarter of this address’s rewards in the last week
        {action.kind === 'switch' && ', and mined on at least 3 of its days'}. You keep earning.
      </p>
      <dl>
        <CopiedName name="Worker name" text={challenge.worker} />
        <CopiedName name="The whole user name" text={user} />
      </dl>
      <p role="status" className={styles.seen}>
        {seenWords(state, isSilent)}
      </p>
    </section>
  );
}

function CopiedName({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className={styles.code}>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
      </dd>
    </div>
  );
}
