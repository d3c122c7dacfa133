import type { CoinItem } from '@openlode/contracts/http/coins';
import type { ReactNode } from 'react';
import { Disclosure } from '../../shared/ui/disclosure.tsx';
import type { UserPart } from './build-user-parts.ts';
import styles from './connection-details.module.css';

interface UserStringRulesProps {
  readonly coin: CoinItem;
  /** The user string that the specimen shows. */
  readonly parts: readonly UserPart[];
}

/** What each part of the user string means, those that could be added included. */
export function UserStringRules({ coin, parts }: UserStringRulesProps) {
  const takesMemo = coin.regex_memo !== null;
  const has = (kind: UserPart['kind']) => parts.some((part) => part.kind === kind);
  return (
    <Disclosure
      title="How the user field is built"
      aside={takesMemo ? 'worker, referral and memo rules' : 'worker and referral rules'}
    >
      <p className={styles.format}>
        <code>{`COIN:ADDRESS${takesMemo ? '[:MEMO]' : ''}.WORKER[#CODE]`}</code>
      </p>
      <dl className={styles.parts}>
        {parts.map((part) => (
          <Rule key={part.kind} part={part.before + part.text}>
            {partWords[part.kind](coin)}
          </Rule>
        ))}
        {takesMemo && !has('memo') && (
          <Rule part=":memo">
            {coin.memo_kind ?? 'The memo of your deposit'}, after the address and a colon. Your own wallet
            does not need one; an exchange cannot credit you without it.
          </Rule>
        )}
        {!has('code') && (
          <Rule part="#code">
            Optional. A referral code lowers your fee: an ordinary one from 1% to 0.75%. Type one above to add
            it.
          </Rule>
        )}
      </dl>
    </Disclosure>
  );
}

function Rule({ part, children }: { readonly part: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        <code>{part}</code>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const partWords: Readonly<Record<UserPart['kind'], (coin: CoinItem) => string>> = {
  coin: ({ name }) => `The coin you are paid in: ${name}. You can choose any coin, whatever you mine.`,
  address: ({ symbol }) =>
    `Where we send your ${symbol}. There is no account: the balance belongs to the owner of the address.`,
  memo: () => 'The memo of your deposit at an exchange. It must be exactly what the exchange shows.',
  worker: () =>
    'A name for this machine: letters, digits, hyphens and underscores. Give each machine its own.',
  code: () => 'A referral code. It lowers your fee: an ordinary one from 1% to 0.75%.',
};
