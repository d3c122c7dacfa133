import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { articleBefore } from '../../shared/format/indefinite-article.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './address-box.module.css';

const loadReader = () => import('../other-coins/read-user-string.ts');

interface AddressBoxProps {
  /** Symbol of the coin whose address is looked up. */
  readonly coin: string;
  /** In the header: lower, and without the word on the button. */
  readonly compact?: boolean;
  /** What stands in it at first. */
  readonly typed?: string;
  readonly className?: string | undefined;
}

/** Looks an address up: leads to its page. Coins with a memo take `address:memo`; a whole user string is understood. */
export function AddressBox({ coin, compact = false, typed = '', className }: AddressBoxProps) {
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  const name = `Look up ${articleBefore(coin)} ${coin} address`;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const address = text.trim();
    if (address === '') {
      input.current?.focus();
      return;
    }
    // A whole user string names its coin. What cannot be read is for the address page to judge.
    const place = /^\w+:/.test(address)
      ? await loadReader()
          .then(({ readUserString }) => readUserString(address))
          .catch(() => null)
      : null;
    void navigate({
      to: '/address/{-$address}',
      params: { address: place?.address ?? address },
      search: { coin: place?.coin ?? coin },
    });
  }

  return (
    <form
      role="search"
      aria-label={compact ? 'Look up an address' : name}
      className={classNames(styles.box, compact && styles.compact, className)}
      onSubmit={(event) => void handleSubmit(event)}
    >
      <CoinLogo symbol={coin} size={20} />
      <label className="visually-hidden" htmlFor={id}>
        {name}
      </label>
      <input
        ref={input}
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={name}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={512}
        enterKeyHint="search"
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}
