import type { CatalogEntry } from "./message.js";

export const cliCatalog = {} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
