/**
 * Mutated CRDs whose default breaks a rule of the same schema, or a rule that does not compile: judging such a default
 * takes the compiler of rules. None of them fails once `judges.compileRules` and `judges.defaults` have it.
 */
export const rulesOfDefaults: readonly string[] = [];
