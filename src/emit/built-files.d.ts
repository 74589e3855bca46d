/** Files that the build writes, after the sources are compiled. */
declare module "#runtime-files/*" {
  export const data: unknown;
}
