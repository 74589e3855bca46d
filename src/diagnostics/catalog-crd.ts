import type { CatalogEntry } from "./message.js";

export const crdCatalog = {} as const satisfies Record<`${string}/${string}`, CatalogEntry>;
