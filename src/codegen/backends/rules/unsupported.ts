/**
 * Thrown for an expression that cannot be written as code that does what the server does; its plan
 * evaluates it.
 */
export class UnsupportedExpression extends Error {}
