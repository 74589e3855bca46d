/** Where the entries of a cache are, and what they depend on beside what they are made from. */
export interface CachePlace {
  readonly folder: string;
  readonly identity: string;
}
