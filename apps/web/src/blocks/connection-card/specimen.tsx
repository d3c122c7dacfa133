import { Fragment } from 'react';
import { classNames } from '../../shared/ui/class-names.ts';
import type { UserPart } from './build-user-parts.ts';
import styles from './specimen.module.css';

const labels: Readonly<Record<UserPart['kind'], string>> = {
  coin: 'coin',
  address: 'address',
  memo: 'memo',
  worker: 'worker',
  code: 'referral code',
};

/** The user string over measuring brackets that name its parts. */
export function Specimen({ parts }: { readonly parts: readonly UserPart[] }) {
  return (
    <fieldset className={styles.specimen} aria-label="Parts of the user string">
      {parts.map((part) => (
        <Fragment key={part.kind}>
          {part.before !== '' && <span className={styles.separator}>{part.before}</span>}
          <span className={classNames(styles.part, styles[part.kind], styles[part.state])}>
            <span>{part.text}</span>
            <i />
            <em>
              {part.state === 'wrong'
                ? `wrong ${labels[part.kind]}`
                : part.kind === 'address'
                  ? 'your address'
                  : labels[part.kind]}
            </em>
          </span>
        </Fragment>
      ))}
    </fieldset>
  );
}
