/** `T` with some of its fields optional, all of them if none are named. Comments on the fields stay. */
export type WithOptional<T, Keys extends keyof T = keyof T> = Omit<T, Keys> & {
  [Key in Keys]?: T[Key] | undefined;
};

/** `T` with other types for some of its fields; which fields are optional stays, and so do the comments on them. */
export type WithFields<T, Fields> = {
  [Key in keyof T]: Key extends keyof Fields ? Fields[Key] : T[Key];
};

/**
 * `T` with null wherever the API server drops it before it validates: in place of a field that may be left out, and as
 * the value in a map. Items of lists stay as they are; null among them is an error.
 */
export type Sent<T> = { [Key in keyof T]: SentValue<T[Key]> | Dropped<Key, T[Key]> };

// Homomorphic mapped types leave scalars alone and go through lists by themselves, but make `{}` of unknown.
type SentValue<T> = unknown extends T ? T : Sent<T>;

type Dropped<Key, Value> = string extends Key ? null : undefined extends Value ? null : never;
