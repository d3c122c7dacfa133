import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../shared/ui/button.tsx';
import { LateIcon, type LateIconName } from '../../../shared/ui/late-icon.tsx';
import styles from './slider.module.css';

interface Slide {
  readonly title: string;
  readonly text: string;
  readonly icon: LateIconName;
  readonly to: string;
  readonly action: string;
}

const slides: readonly Slide[] = [
  {
    title: 'Guided setup',
    text: 'Choose coin, address and hardware, and get the command to paste.',
    icon: 'gem',
    to: '/wizard',
    action: 'Open the wizard',
  },
  {
    title: 'A lower fee for you and a friend',
    text: 'With an ordinary referral code you pay 0.75% instead of 1%, and the owner of the code earns a part of the fee.',
    icon: 'person',
    to: '/referrals',
    action: 'How referrals work',
  },
  {
    title: 'Something does not connect?',
    text: 'The connection doctor reads your whole command and says which part is wrong and how to fix it.',
    icon: 'rig',
    to: '/doctor',
    action: 'Ask the doctor',
  },
  {
    title: 'Choose your payout network',
    text: 'Many coins are paid on more than one network. Switch on your address page; your workers keep running.',
    icon: 'payout',
    to: '/address',
    action: 'Open your address',
  },
];

const shownMs = 5000;

/** Moves on every five seconds and wraps; stands still under a pointer, with the focus inside and for reduced motion. */
export function Slider() {
  const [at, setAt] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const track = useRef<HTMLUListElement>(null);
  const moves = !hovered && !focused && !paused;

  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setAt((old) => (old + 1) % slides.length), shownMs);
    return () => clearInterval(timer);
  }, [moves]);

  useEffect(() => {
    const element = track.current;
    element?.scrollTo({ left: at * element.clientWidth });
  }, [at]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is only held still, nothing is operated
    <section
      className={styles.slider}
      aria-roledescription="carousel"
      aria-label="Highlights"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <ul ref={track} className={styles.track} aria-live={moves ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <li
            key={slide.to}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            inert={index !== at}
          >
            <LateIcon name={slide.icon} />
            <div>
              <h2>{slide.title}</h2>
              <p>{slide.text}</p>
            </div>
            <Link to={slide.to}>{slide.action}</Link>
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <IconButton label={paused ? 'Play' : 'Pause'} onClick={() => setPaused(!paused)}>
          <LateIcon name={paused ? 'play' : 'pause'} />
        </IconButton>
        {slides.map((slide, index) => (
          <button
            key={slide.to}
            type="button"
            className={styles.dot}
            aria-label={slide.title}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => setAt(index)}
          />
        ))}
      </div>
    </section>
  );
}
