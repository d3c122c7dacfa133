/** Who is connected to this process now and let in. */
export interface ConnectedWorkersOf {
  /** By exact coin, address and memo; the newest first. */
  of(miner: {
    readonly coin: string;
    readonly address: string;
    readonly memo: string | null;
  }): readonly { readonly worker: string; readonly algorithm: string; readonly since: number }[];
}
