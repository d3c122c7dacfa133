import type { AddressData } from '@openlode/contracts/http/address';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { failureText, isUnanswered } from '../../../shared/api/api-error.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import styles from './owner-actions.module.css';
import { askForChallenge, carryOut, type Challenge, challengeQuery, type OwnerAction } from './owner-api.ts';
import { ProofHelp } from './proof-help.tsx';
import { unreachable } from './proof-words.ts';
import { WalletSignature } from './wallet-signature.tsx';
import { WorkerChallenge } from './worker-challenge.tsx';

interface ProofGuideProps {
  readonly data: AddressData;
  readonly action: OwnerAction;
  /** Why the pool refused the action as it was asked for; absent where it always takes a proof. */
  readonly reason?: string | undefined;
  readonly onDone: () => void;
  /** The action was proved and sent, and its answer never came. */
  readonly onUnanswered: () => void;
}

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
    <OpenChallenge
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

interface OpenChallengeProps extends ProofGuideProps {
  readonly challenge: Challenge;
  readonly onAgain: () => void;
}

/** A challenge that waits to be passed, by either way. */
function OpenChallenge(props: OpenChallengeProps) {
  const { data, action, reason, challenge, onAgain } = props;
  const { data: seen, isError: isSilent } = useQuery(challengeQuery(data.uuid, challenge.id));
  const error = useProvedAction(props, seen?.token ?? null);

  if (error !== null) return <Failed text={failureText(error)} onRetry={onAgain} retry="Get a new code" />;
  if (seen?.state === 'expired')
    return (
      <Failed text="This code has expired. Nothing was changed." onRetry={onAgain} retry="Get a new code" />
    );
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
      <WorkerChallenge
        data={data}
        action={action}
        challenge={challenge}
        state={seen?.state}
        isSilent={isSilent}
      />
      <TimeLeft until={challenge.expires_at} />
      <ProofHelp />
    </div>
  );
}

/** Carries the action out once there is a token, which the passed challenge gives. Answers why that failed. */
function useProvedAction(props: ProofGuideProps, token: string | null): Error | null {
  const { data, action, onDone, onUnanswered } = props;
  const { mutate, error } = useMutation({
    mutationFn: (proof: string) => carryOut(data.uuid, action, proof),
    onSuccess: onDone,
    onError: (failed) => {
      if (isUnanswered(failed)) onUnanswered();
    },
  });
  const act = useEffectEvent((proof: string) => mutate(proof));
  useEffect(() => {
    if (token !== null) act(token);
  }, [token]);
  return error;
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
