import { judgeReferralCode } from '@openlode/mining/referral-code';
import { useQuery } from '@tanstack/react-query';
import { referralCodeQuery } from '../../shared/api/referral-code-query.ts';
import { useSettled } from '../../shared/time/use-settled.ts';
import { Notice } from '../../shared/ui/notice.tsx';

const settledMs = 500;

/** Says that the pool does not know the typed or linked code, or that it is none. Quiet else: the code may be right where the pool cannot be asked. */
export function UnknownCode({ text }: { readonly text: string }) {
  const outcome = judgeReferralCode(text);
  const referralCode = outcome.kind === 'valid' ? outcome.referralCode : null;
  const asked = useSettled(referralCode, settledMs);
  const { data } = useQuery(referralCodeQuery(asked));
  if (outcome.kind !== 'valid' && outcome.kind !== 'empty')
    return (
      <Notice
        tone="warning"
        live="polite"
        title={`“${text}” is not a known referral code. Correct it, or clear the field to mine without one.`}
      />
    );
  if (asked !== referralCode || data?.exists !== false) return null;
  return (
    <Notice
      tone="warning"
      live="polite"
      title={`The pool does not know the referral code ${referralCode}. You can mine with it, but it has no effect.`}
    />
  );
}
