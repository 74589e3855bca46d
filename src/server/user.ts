/* Who sends a request, as the server in memory has it. */
export type { RequestUser as User } from "../runtime/v1/testing/authorization/user.js";
export { userOf } from "../runtime/v1/testing/authorization/user.js";
