/**
 * A field of a message: its number, its name in JSON, and its type as Go would write it.
 *
 * `string`, `int`, `bool`, `double` and `bytes` are scalars, `json` is any value as JSON text,
 * other names are messages. `*T` is left out if there is none, `[]T` is a list, `map[string]T` a
 * map. All others are always written, with their zero if there is none, and left out of JSON if
 * they are zero, but for `T!`.
 */
export type FieldRow = readonly [number: number, name: string, type: string];
