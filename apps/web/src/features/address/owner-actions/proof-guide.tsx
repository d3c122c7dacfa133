import type { AddressData } from '@openlode/contracts/http/address';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { failureText, isUnanswered } from '../../../shared/api/api-error.ts';
import { site } from '../../../shared/api/site.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from './owner-actions.module.css';
import { askForChallenge, carryOut, type Challenge, challengeQuery, type OwnerAction } from './owner-api.ts';
import { WalletSignature } from './wallet-signature.tsx';

interface ProofGuideProps {
  readonly data: AddressData;
  readonly action: OwnerAction;
  /** Why the pool refused the action as it was asked for; absent where it always takes a proof. */
  readonly reason?: string | undefined;
  readonly onDone: () => void;
  /** The action was proved and sent, and its answer never came. */
  readonly onUnanswered: () => void;
}

const unreachable = 'Can’t reach the pool. Retrying…';
const retryMs = 2000;

/** Takes the visitor through a wallet signature or the worker challenge, and acts as soon as one of them is passed. */
export function ProofGuide({ data, action, reason, onDone, onUnanswered }: ProofGuideProps) {
  const asked = useMutation({
    mutationFn: () => askForChallenge(data.uuid, action),
    // A code changes nothing, so that it may be asked for until the pool answers.
    retry: (_, error) => isUnanswered(error),
    retryDelay: retryMs,
  });
  const { mutate: ask } = asked;
  useEffect(() => ask(), [ask]);

  if (asked.isError)
    return <Failed text={failureText(asked.error)} onRetry={() => asked.mutate()} retry="Try again" />;
  if (asked.data === undefined)
    return <p role="status">{asked.failureCount > 0 ? unreachable : 'Getting a code…'}</p>;
  return (
    <Waiting
      key={asked.data.id}
      data={data}
      action={action}
      reason={reason}
      challenge={asked.data}
      onDone={onDone}
      onUnanswered={onUnanswered}
      onAgain={() => asked.mutate()}
    />
  );
}

interface WaitingProps extends ProofGuideProps {
  readonly challenge: Challenge;
  readonly onAgain: () => void;
}

function Waiting({ data, action, reason, challenge, onDone, onUnanswered, onAgain }: WaitingProps) {
  const { data: seen, isError: isSilent } = useQuery(challengeQuery(data.uuid, challenge.id));
  const { mutate, error } = useMutation({
    mutationFn: (token: string) => carryOut(data.uuid, action, token),
    onSuccess: onDone,
    onError: (failed) => {
      if (isUnanswered(failed)) onUnanswered();
    },
  });
  const act = useEffectEvent((token: string) => mutate(token));
  const token = seen?.token ?? null;
  useEffect(() => {
    if (token !== null) act(token);
  }, [token]);

  if (error !== null) return <Failed text={failureText(error)} onRetry={onAgain} retry="Get a new code" />;
  if (seen?.state === 'expired')
    return (
      <Failed text="This code has expired. Nothing was changed." onRetry={onAgain} retry="Get a new code" />
    );
  const user = `${data.coin}:${data.address}${data.memo === null ? '' : `:${data.memo}`}.${challenge.worker}`;
  return (
    <div className={styles.guide}>
      {reason !== undefined && <Notice tone="plain" title={reason} />}
      {challenge.signing !== null && challenge.message !== null && (
        <WalletSignature
          data={data}
          challenge={challenge}
          signing={challenge.signing}
          message={challenge.message}
        />
      )}
      <section className={styles.way}>
        <h3>{challenge.signing === null ? 'Start a miner' : 'Or start a miner'}</h3>
        <p>
          Anyone can open this page, so we check that you control the miners. Start one of your miners with
          this worker name, on a connection that earned at least a quarter of this address’s rewards in the
          last week
          {action.kind === 'switch' && ', and mined on at least 3 of its days'}. You keep earning.
        </p>
        <dl>
          <div className={styles.code}>
            <dt>Worker name</dt>
            <dd>
              <code>{challenge.worker}</code>
              <CopyButton text={challenge.worker} label="Copy worker name" />
            </dd>
          </div>
          <div className={styles.code}>
            <dt>The whole user name</dt>
            <dd>
              <code>{user}</code>
              <CopyButton text={user} label="Copy the whole user name" />
            </dd>
          </div>
        </dl>
        <p role="status" className={styles.seen}>
          {seenWords(seen?.state, isSilent)}
        </p>
      </section>
      <TimeLeft until={challenge.expires_at} />
      <Disclosure title="What if I cannot do this?" aside="Rented miners, a new connection, no miner">
        <ul className={styles.help}>
          <li>
            The pool compares the miner’s connection with those that mined to this address in the last week,
            by the value of their work. The current clock hour and the one before it do not count.
          </li>
          <li>Just started, or moved? Keep mining for up to two hours, then try again.</li>
          <li>
            A connection that mines to more than 20 addresses, such as a rental site’s, does not count: all
            its customers share it. Use a wallet signature.
          </li>
          <li>
            No mining for a week? Then anyone may request the payment or turn on auto-pay: the coins only ever
            go to the address itself.
          </li>
          <li>Auto-pay and payments continue as set. You lose nothing by waiting.</li>
          <li>
            {site().operator.contact === null
              ? 'None of this helps? Ask the operator of the pool.'
              : `None of this helps? Ask the operator: ${site().operator.contact}.`}
          </li>
        </ul>
      </Disclosure>
    </div>
  );
}

function seenWords(state: Challenge['state'] | undefined, isSilent: boolean): string {
  if (state === 'proved') return 'Confirmed. One moment…';
  if (isSilent) return unreachable;
  if (state === 'not-owner')
    return 'We saw this name, but from a connection that hasn’t mined to this address. Start a miner on a connection that has mined to it for two hours or more.';
  if (state === 'too-few-days')
    return 'We saw your miner, but its connection mined to this address on fewer than 3 of the last 7 days. Use a wallet signature, or come back later.';
  if (state === 'shared-source' || state === 'unprovable-source')
    return 'We saw a miner with this name, but many miners share its connection, so it does not count. Use a wallet signature, or a miner on your own connection.';
  return 'Waiting for your miner…';
}

function TimeLeft({ until }: { readonly until: number }) {
  const minutes = Math.max(0, Math.ceil((until - useNow()) / 60_000));
  return (
    <p className={styles.left}>{minutes === 1 ? 'Expires in 1 minute' : `Expires in ${minutes} minutes`}</p>
  );
}

interface FailedProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly retry: string;
}

function Failed({ text, onRetry, retry }: FailedProps) {
  return (
    <Notice tone="error" title={text} live="assertive" action={<Button onClick={onRetry}>{retry}</Button>} />
  );
}
