import { Cidr } from "../../libraries/cidr.js";
import { cidrContainsCidrBefore32, cidrContainsCidrTextBefore32 } from "../../older/older-cidrs.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isText } from "../function-table.js";

const ipRangeBefore32 = /* @__PURE__ */ isA(Cidr);

/** What differs from the functions of IP ranges up to 1.31. */
export const ipFunctionsBefore32: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("containsCIDR", ipRangeBefore32, ipRangeBefore32, cidrContainsCidrBefore32),
  binary("containsCIDR", ipRangeBefore32, isText, cidrContainsCidrTextBefore32),
]);
