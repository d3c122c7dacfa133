/** A source of an algorithm's work in this process, as JSON can carry it; times are milliseconds since 1970. */
export interface ListedSource {
  readonly algorithm: string;
  /** The chain, or the other pool as the settings name it. */
  readonly source: string;
  readonly kind: 'chain' | 'upstream';
  readonly hasWork: boolean;
  /** Since when miners are given its work; null where they are given that of another one. */
  readonly usedSince: number | null;
  /** Why it is used: from the start on, because the one before gave no work, or because it comes before that one and is sound again. */
  readonly why: 'begun' | 'lost' | 'returned' | null;
}
