export { MemoryApiServer, memoryApiServer } from "./testing/memory-api-server.js";
export type {
  MemoryApiServerOptions,
  ServerSnapshot,
  StoredChange,
} from "./testing/memory-api-server.js";
export type { UserOptions } from "./testing/authorization/user.js";
export type { Fault } from "./testing/faults.js";
export type { ConvertObjects, ServedVersion } from "./testing/served-version.js";
export type { ServerAnswer } from "./testing/server-call.js";
export type { ParseYamlBody } from "./testing/yaml-body.js";
