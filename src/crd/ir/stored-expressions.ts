/**
 * The texts of the expressions in a CRD that is replaced, wherever they stand. A server compiles
 * them with all that it knows, and new ones with what the server before it knew as well
 * (apiextensions `validation.go`, `preexistingExpressions`).
 */
export interface StoredExpressions {
  readonly rules: ReadonlySet<string>;
  readonly messageExpressions: ReadonlySet<string>;
}
