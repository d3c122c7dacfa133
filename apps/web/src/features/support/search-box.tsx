import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './search-box.module.css';

const settledMs = 500;
const lengthMax = 100;

/** Searches half a second after the last key, or at once on Enter; the URL follows, and the box follows the URL. */
export function SearchBox({ asked }: { readonly asked: string }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState(asked);
  /** What this box last put into the URL or found there. */
  const known = useRef(asked);

  useEffect(() => {
    if (asked === known.current) return;
    known.current = asked;
    setText(asked);
  }, [asked]);

  function run(typed: string) {
    const search = typed.trim();
    if (search === known.current) return;
    // The steps of typing are one step back.
    const replace = known.current !== '';
    known.current = search;
    void navigate({
      to: '/support/{-$type}/{-$slug}',
      params: { type: undefined, slug: undefined },
      search: search === '' ? {} : { search },
      replace,
      resetScroll: false,
    });
  }

  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text), settledMs);
    return () => clearTimeout(timer);
  }, [text]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    run(text);
  }

  return (
    <form role="search" aria-label="Support" className={styles.box} onSubmit={handleSubmit}>
      <label className="visually-hidden" htmlFor={id}>
        Search for answers
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Search for answers"
        autoComplete="off"
        maxLength={lengthMax}
        enterKeyHint="search"
      />
      <button type="submit" aria-label="Search" title="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}
