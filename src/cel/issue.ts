/** One fault of an expression (cel-go `common/error.go`). */
export interface CelIssue {
  readonly message: string;
  /** 1-based; -1 when the issue is about the whole expression. */
  readonly line: number;
  /** 0-based, in code points; -1 with line -1. */
  readonly column: number;
  /** UTF-16 index into the expression; -1 when there is no place. */
  readonly offset: number;
}
