/** What the other pool can be asked. */
export interface UpstreamVerbs {
  start(options: { readonly hashesPerShare: number }): Promise<{ readonly port: number }>;
  /** Shares that were sent to it. */
  shares(none: undefined): number;
}
