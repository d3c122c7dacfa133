/** Statements of one transaction, pipelined: the next is built while the database executes the one before. */
export interface StatementPipeline {
  /** Takes a statement that has been sent, and resolves when all before it are done. */
  add(statement: Promise<void>): Promise<void>;
  end(): Promise<void>;
}

export function pipelinedStatements(): StatementPipeline {
  let before: Promise<void> = Promise.resolve();
  return {
    add: async (statement) => {
      // The next add() or end() rejects with its error; this handler only prevents an unhandled rejection.
      statement.catch(() => undefined);
      const awaited = before;
      before = statement;
      await awaited;
    },
    end: () => before,
  };
}
