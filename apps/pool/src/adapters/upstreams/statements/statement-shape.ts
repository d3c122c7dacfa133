import type { UpstreamStatement } from '../../../domain/kernel/statement.ts';

/** How the pages of a family of pools are asked, and how their answers are read. */
export interface StatementShape {
  /** What is asked, in order, below the address of the settings. */
  paths(account: string): readonly string[];
  /**
   * Of the answers to these, in the same order. Throws a `TypeError` on an answer of another shape.
   *
   * @param decimals those of the unit in which that pool has amounts
   */
  read(answers: readonly unknown[], decimals: number): UpstreamStatement;
}
