/** The versions of the desktop app, the newest first. */
export interface Releases {
  items(): readonly {
    readonly version: string;
    readonly buildDate: string | null;
    readonly current: boolean;
    readonly changes: readonly string[];
    readonly files: readonly {
      readonly variant: 'base' | 'with miner files';
      readonly name: string | null;
      readonly url: string | null;
      readonly size: number | null;
      readonly sha256: string | null;
      readonly type: string;
      readonly os: string;
    }[];
    /** Slugs of support articles. */
    readonly issues: readonly string[];
  }[];
}
