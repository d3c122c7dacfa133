import styles from './regional-servers.module.css';

/** Where the dot stands on the map: share of its width and height. */
const places: Readonly<Record<string, readonly [number, number]>> = {
  US: [9, 9],
  CA: [10, 6],
  EU: [20, 7],
  SG: [31, 12],
};

/** The continents in a few strokes, with a dot for the region. Decoration: the name stands beside it. */
export function RegionImage({ country }: { readonly country: string | null }) {
  const place = country === null ? undefined : places[country];
  return (
    <svg className={styles.map} viewBox="0 0 40 20" aria-hidden="true">
      <path d="M3 5l5-2 6 1-1 3-3 2-1 3 2 1-2 0-4-4zM11 12l4 1-1 3-2 3-1-3zM17 6l3-3 4 1 9-1 4 2-3 3-3 4-2 0-2-3-3 2-3-3-3 0zM17 10l5 0 2 3-2 5-2 0-1-5zM32 14l4 0 1 3-4 0z" />
      {place !== undefined && <circle cx={place[0]} cy={place[1]} r="2.5" />}
    </svg>
  );
}
