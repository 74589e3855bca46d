/** Thrown for what closures are not made for: the rule then is left to its fault. */
export class UnsupportedExpression extends Error {}
