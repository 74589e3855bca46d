/*
 * What generated code of built-in kinds imports of the runtime beside `internal.ts`: it is large,
 * so that those alone load it who use it.
 */
export { builtInKind } from "./built-in/built-in-kinds.js";
export { convertEvent } from "./built-in/event-forms.js";
export { autoscalingCells } from "./built-in/tables/autoscaling.js";
export { coreCells } from "./built-in/tables/core.js";
export { definitionCells } from "./built-in/tables/definitions.js";
export { eventCells } from "./built-in/tables/events.js";
export { kindRow } from "./built-in/tables/kind-row.js";
export { networkingCells } from "./built-in/tables/networking.js";
export { otherCells } from "./built-in/tables/others.js";
export { podCells } from "./built-in/tables/pods.js";
export { storageCells } from "./built-in/tables/storage.js";
export { workloadCells } from "./built-in/tables/workloads.js";
