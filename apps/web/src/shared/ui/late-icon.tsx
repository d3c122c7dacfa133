import { Drawing, Icon, type IconName } from './icon.tsx';

/** As in `icon.tsx`: what the first page draws only once it stands comes in a file of its own. */
const shapes = {
  pin: 'M5.25 2h5.5v4.5l2 2.75H3.25l2-2.75zM8 9.25V14',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M4.5 2.75v10.5L13 8z',
  rig: 'M1.75 4.25h12.5v6.5H1.75zM5.5 5.9a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM10.5 5.9a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM3.5 10.75v2M12.5 10.75v2',
  payout: 'M1.75 8h9M7.25 4.5l3.5 3.5-3.5 3.5M13.75 3.5v9',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.25V8l2.75 1.75',
  person:
    'M8 2.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM2.75 14c0-3 2.2-4.5 5.25-4.5s5.25 1.5 5.25 4.5',
} as const;

export type LateIconName = keyof typeof shapes | IconName;

/** Decoration beside a word, of those and of the others. */
export function LateIcon({
  name,
  className,
}: {
  readonly name: LateIconName;
  readonly className?: string | undefined;
}) {
  return isLate(name) ? (
    <Drawing shape={shapes[name]} className={className} />
  ) : (
    <Icon name={name} className={className} />
  );
}

function isLate(name: LateIconName): name is keyof typeof shapes {
  return Object.hasOwn(shapes, name);
}
