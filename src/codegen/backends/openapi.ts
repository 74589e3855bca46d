import { openApiV2 } from "../../crd/openapi/openapi-v2.js";
import { openApiV3 } from "../../crd/openapi/openapi-v3.js";
import type { Backend } from "./backend.js";

/**
 * Writes `openapi.json` and `openapi-v2.json` of each version of a group: what the API server
 * publishes of its kinds. Nothing for a version that is not served.
 */
export const openApiBackend: Backend = {
  name: "openapi",
  needs: [],
  parseOptions: () => undefined,
  generate({ resource, version }, _options, context) {
    if (!version.served) return;
    const published = [{ resource, version }];
    const mark = "x-generated";
    context.json({ name: "openapi", of: "version", mark }, openApiV3(published));
    context.json({ name: "openapi-v2", of: "version", mark }, openApiV2(published));
  },
};
