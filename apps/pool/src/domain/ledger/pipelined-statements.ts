/** Statements of one transaction, each made ready while the database works on the one before. */
export interface StatementPipeline {
  /** Takes a statement that is under way, and resolves when all before it are done. */
  add(statement: Promise<void>): Promise<void>;
  end(): Promise<void>;
}

export function pipelinedStatements(): StatementPipeline {
  let before: Promise<void> = Promise.resolve();
  return {
    add: async (statement) => {
      // Whoever waits for it hears of its failure, unless one before it fails first.
      statement.catch(() => undefined);
      const awaited = before;
      before = statement;
      await awaited;
    },
    end: () => before,
  };
}
