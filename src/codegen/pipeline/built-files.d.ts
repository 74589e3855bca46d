/**
 * The data that the build makes of `src/runtime/v1` after the sources are compiled: `contents`, and
 * for each file of a copied runtime and each form, such as `values.d.ts`, the texts of its
 * declarations. Files are loaded when they are asked for; for browsers all of them are part of a
 * program that generates, since bundlers write what is loaded on demand even for programs that do
 * not.
 */
declare module "#runtime-files" {
  export const runtimeFiles: Readonly<Record<string, () => Promise<{ readonly data: unknown }>>>;
}
