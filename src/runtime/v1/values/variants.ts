/**
 * The fields of `T`, each of any type. An interface that extends it gives each of them a type of
 * its own, and has their comments.
 */
export type CommentsOf<T> = { [Key in keyof T]?: unknown };
