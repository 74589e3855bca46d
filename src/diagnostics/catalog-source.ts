import type { CatalogEntry } from "./message.js";

export const sourceCatalog = {} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
