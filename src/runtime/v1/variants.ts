/** `T` with some of its fields optional, all of them if none are named. Comments on the fields stay. */
export type WithOptional<T, Keys extends keyof T = keyof T> = Omit<T, Keys> & {
  [Key in Keys]?: T[Key] | undefined;
};

/** `T` with other types for some of its fields; which fields are optional stays, and so do the comments on them. */
export type WithFields<T, Fields> = {
  [Key in keyof T]: Key extends keyof Fields ? Fields[Key] : T[Key];
};
