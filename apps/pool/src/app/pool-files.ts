/** Where the parts of the built pool lie. */
export interface PoolFiles {
  readonly databaseWorker: URL;
  readonly creditWorker: URL;
  readonly searchWorker: URL;
  readonly powWorker: URL;
  /** The folder of the WebAssembly modules that verify proofs of work. */
  readonly powModules: URL;
  readonly preparedDatabase: URL;
  readonly migrations: URL;
  readonly site: string;
  readonly news: URL;
  readonly support: URL;
}

/** Those that the operator's commands need. */
export type OperatorFiles = Pick<PoolFiles, 'databaseWorker' | 'preparedDatabase' | 'migrations' | 'news'>;
