import type { Config } from "crdgen";

export default {
  inputs: "CRDGEN_INPUTS",
  skipInvalid: "CRDGEN_SKIPINVALID",
  out: "CRDGEN_OUT",
} satisfies Config;
