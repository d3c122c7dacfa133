/** What the operator has to say, newest first. */
export interface News {
  items(): readonly {
    readonly type: string;
    /** Safe HTML. */
    readonly html: string;
    readonly at: number;
    readonly coin: string | null;
    readonly post: string | null;
    readonly pinned: boolean;
  }[];
}
