/** What is known of a key; found if nothing is. */
export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = find()));
  return value;
}
