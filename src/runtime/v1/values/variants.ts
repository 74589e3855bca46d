/**
 * The fields of `T`, each of any type. An interface that extends it gives each of them a type of
 * its own, and has their comments.
 */
export type CommentsOf<T> = { [Key in keyof T]?: unknown };

/**
 * What a field takes beside the values of its enum: strings that are known at run time only, and no
 * other literals. A call infers `Text` from what it is given: for a literal nothing is left, and
 * for a variable all strings.
 */
export type OtherText<Text extends string> = Text & (string extends Text ? unknown : never);
