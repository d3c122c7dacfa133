/** What the bare server of this benchmark can be asked. */
export interface BareVerbs {
  start(none: undefined): Promise<{ readonly port: number }>;
  /** Writes a line of that length, in bytes, to every socket; answers when it began, in ms since 1970, exact to parts of one. */
  write(bytes: number): { readonly beganAt: number };
}
