import type { Config } from "crdgen";

export default {
  inputs: "CRDGEN_INPUTS",
  out: "CRDGEN_OUT",
} satisfies Config;
