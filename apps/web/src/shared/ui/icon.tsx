import styles from './icon.module.css';

/** Drawn on a 16 px grid, 1.5 stroke, butt caps, mitred. */
const shapes = {
  caret: 'm3.5 6 4.5 4.5L12.5 6',
  up: 'm3.5 10 4.5-4.5 4.5 4.5',
  next: 'm6 3.5 4.5 4.5L6 12.5',
  previous: 'M10 3.5 5.5 8l4.5 4.5',
  check: 'm2.5 8.5 3.5 3.5 7.5-8',
  close: 'm3.5 3.5 9 9M12.5 3.5l-9 9',
  copy: 'M5.75 5.75h7.5v7.5h-7.5zM3.5 10.25h-.75v-7.5h7.5v.75',
  search: 'M6.75 2.75a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM9.75 9.75l4 4',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM8 .75v2.5M8 12.75v2.5M.75 8h2.5M12.75 8h2.5M2.9 2.9l1.7 1.7M11.4 11.4l1.7 1.7M13.1 2.9l-1.7 1.7M4.6 11.4l-1.7 1.7',
  moon: 'M13.25 9.9A5.75 5.75 0 0 1 6.1 2.75a5.75 5.75 0 1 0 7.15 7.15z',
  gem: 'M8 1.75 13.75 6 8 14.25 2.25 6zM2.25 6h11.5',
  warning: 'M8 1.75 14.75 13.5H1.25zM8 6v3.75M8 10.75v1.5',
} as const;

export type IconName = keyof typeof shapes;

/** Decoration beside a word; a control that shows only an icon carries its name itself. */
export function Icon({ name, ...props }: { readonly name: IconName } & DrawingProps) {
  return <Drawing shape={shapes[name]} {...props} />;
}

interface DrawingProps {
  readonly className?: string | undefined;
}

/** The path of an icon, in its frame. */
export function Drawing({ shape, className }: { readonly shape: string } & DrawingProps) {
  return (
    <svg
      className={className === undefined ? styles.icon : `${styles.icon} ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
