import { feeSplits } from '@openlode/catalogue/tiers';
import { judgeReferralCode } from '@openlode/mining/referral-code';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { type KnownCode, referralCodeQuery } from '../../../shared/api/referral-code-query.ts';
import { useLinkedCode } from '../../../shared/storage/use-linked-code.ts';
import { usePreference } from '../../../shared/storage/preference-store.ts';
import { useSettled } from '../../../shared/time/use-settled.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';

const sentences = {
  'has-spaces': 'Your referral code must not have spaces',
  'bad-characters': 'A referral code has only letters, numbers and dashes',
  'too-long': 'A referral code has at most 32 characters',
} as const;

const settledMs = 500;

/** Optional: the referral code of another miner, which the pool is asked about. */
export function ReferralStep({ answers, choose }: StepProps) {
  const fromLink = usePreference('ref');
  const linkedCode = useLinkedCode();
  const [text, setText] = useState(answers.referral ?? linkedCode);
  const outcome = judgeReferralCode(text);
  const referralCode = outcome.kind === 'valid' ? outcome.referralCode : null;
  // Typing a code does not query every prefix of it.
  const asked = useSettled(referralCode, settledMs);
  const { data, error } = useQuery(referralCodeQuery(asked === referralCode ? asked : null));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (referralCode !== null) choose({ kind: 'referral', referral: referralCode });
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        code
        label="Referral code"
        hint="optional"
        value={text}
        maxLength={64}
        onChange={(event) => setText(event.target.value)}
        error={outcome.kind === 'valid' || outcome.kind === 'empty' ? null : sentences[outcome.kind]}
      />
      {fromLink !== null && referralCode === fromLink && (
        <p>This code came with the link that brought you here.</p>
      )}
      <p role="status">{referralCode !== null && asked === referralCode && codeText(data, error)}</p>
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={referralCode === null}>
          Next
        </Button>
        <Button onClick={() => choose({ kind: 'referral', referral: null })}>
          Continue without referral code
        </Button>
      </div>
    </form>
  );
}

function codeText(known: KnownCode | undefined, error: unknown): string {
  if (known === undefined)
    return error === null
      ? 'Asking the pool about this code…'
      : `Couldn’t check this code: ${failureText(error)}`;
  const { exists, custom, tier } = known;
  if (!exists) return 'The pool does not know this code. You can mine with it, but it has no effect.';
  const kind = custom && tier !== null ? `A custom code of the tier ${tier.name}` : 'A miner’s code';
  const { minerPercentage, ownerPercentage } = feeSplits.withCode;
  const [yours, owners] =
    custom && tier !== null
      ? [tier.miner_percentage, tier.owner_percentage]
      : [minerPercentage, ownerPercentage];
  return `${kind}: of the fee, ${yours}% of each reward comes back to you and ${owners}% goes to its owner.`;
}
