/** Where in the file: keys and places in lists, from its top. */
export type Path = readonly (string | number)[];

/** What is wrong at a place of the file. */
export interface Fault {
  readonly path: Path;
  readonly fault: string;
}
