// Which file of a copied runtime the declarations of a module of src/runtime/v1 stand in.
import { posix } from "node:path";

/**
 * The files, lowest first: a file uses values of those above it in this list alone. Each has its
 * sections in the order in which they are printed, with the modules of each by their paths or
 * folders.
 *
 * @type {readonly { name: string, sections: readonly { about: string, modules: readonly string[]
 *   }[] }[]}
 */
export const targets = [
  {
    name: "index",
    sections: [
      {
        about: "Objects of Kubernetes, their metadata, lists and answers",
        modules: ["values/kubernetes"],
      },
      { about: "The three types of an object", modules: ["values/variants"] },
      { about: "What a definition says of a resource", modules: ["values/resource-definition"] },
    ],
  },
  {
    // What the index exports of all other files, so that nobody loads those for its sake.
    name: "base",
    sections: [
      { about: "JSON values that the API server tells apart", modules: ["values/json/json"] },
      {
        about: "Errors, and their texts",
        modules: [
          "values/json/not-json-error",
          "cel/values/error",
          "values/field-error",
          "validation/invalid-object-error",
        ],
      },
    ],
  },
  {
    name: "values",
    sections: [
      { about: "JSON values: tests, copies, comparisons", modules: ["values/json"] },
      {
        about: "Go: numbers, times, texts and JSON as Go reads and prints them",
        modules: ["values/go"],
      },
      {
        about: "Small helpers",
        modules: ["values/once", "values/strings", "values/declared-number"],
      },
      {
        about: "Errors of fields, and the paths of fields",
        modules: ["values/field-errors", "values/place"],
      },
      {
        about: "What Kubernetes versions do differently",
        modules: [
          "values/older-words",
          "values/dialect",
          "values/older-dialects",
          "values/kubernetes-version",
        ],
      },
      { about: "Names of Kubernetes", modules: ["values/names"] },
      { about: "The formats of strings", modules: ["values/formats"] },
      { about: "RE2: patterns that JavaScript reads differently", modules: ["values/re2"] },
    ],
  },
  {
    name: "metadata",
    sections: [
      { about: "Quick checks, which allocate nothing", modules: ["values/quick"] },
      { about: "The metadata of objects and of embedded objects", modules: ["values/metadata"] },
    ],
  },
  {
    name: "validation",
    sections: [
      { about: "Pruning: what the generated pruners call", modules: ["validation/prune"] },
      { about: "Validation by schemas: verdicts, errors, defaults", modules: ["validation"] },
    ],
  },
  {
    name: "cel",
    sections: [
      { about: "The values of CEL", modules: ["cel/values"] },
      { about: "The operators of CEL", modules: ["cel/operators"] },
      { about: "JSON as CEL sees it", modules: ["cel/data"] },
      { about: "The functions of CEL's libraries", modules: ["cel/libraries"] },
      { about: "What older servers do differently", modules: ["cel/older"] },
    ],
  },
  {
    name: "rules",
    sections: [
      { about: "The rules of a resource: running, limits, ratcheting", modules: ["cel/rules"] },
    ],
  },
  {
    name: "cel-cost",
    sections: [{ about: "What the server counts while a rule runs", modules: ["cel/cost"] }],
  },
  {
    name: "admission",
    sections: [{ about: "The write path of the API server", modules: ["admission"] }],
  },
  {
    name: "table",
    sections: [
      {
        about: "Tables as the API server makes them and kubectl prints them",
        modules: ["client/tables"],
      },
    ],
  },
  {
    name: "arbitrary",
    sections: [
      { about: "Objects made at random, for property tests", modules: ["testing/arbitrary"] },
    ],
  },
  {
    name: "client",
    sections: [{ about: "Clients and their transport", modules: ["client"] }],
  },
  {
    name: "apply",
    sections: [{ about: "Server-side apply, and who owns which fields", modules: ["apply"] }],
  },
  {
    name: "log",
    sections: [{ about: "Logs, without tokens and Secrets", modules: ["operators/log"] }],
  },
  {
    name: "webhooks",
    sections: [{ about: "Webhooks of the API server", modules: ["operators/webhooks"] }],
  },
  {
    name: "node",
    sections: [{ about: "Transports that need Node.js", modules: ["node"] }],
  },
  {
    name: "webhook-server",
    sections: [
      {
        about: "A server of webhooks, which needs Node.js",
        modules: ["node/webhook-server", "node/http-server", "node/serving-certificate"],
      },
    ],
  },
  {
    name: "informer",
    sections: [
      {
        about: "Informers: a cache of a resource that stays true",
        modules: ["operators/informer"],
      },
    ],
  },
  {
    name: "controller",
    sections: [
      {
        about: "Controllers, leader election, events",
        modules: ["operators/controller", "operators/leader", "operators/events"],
      },
    ],
  },
  {
    name: "manager",
    sections: [{ about: "A manager of controllers and webhooks", modules: ["manager"] }],
  },
  {
    name: "testing",
    sections: [{ about: "An API server in memory", modules: ["testing"] }],
  },
  {
    name: "built-in-table",
    sections: [{ about: "Kubernetes' own kinds, by release", modules: ["built-in/table"] }],
  },
  {
    name: "built-in",
    sections: [
      { about: "Go types: reading, printing", modules: ["built-in/go-types", "built-in/changes"] },
      {
        about: "Defaults, which servers fill in",
        modules: ["built-in/defaults"],
      },
      { about: "What servers check", modules: ["built-in/validation"] },
      { about: "What a kind makes of writes", modules: ["built-in/strategies"] },
      {
        about: "Tables of kinds, and fields to select by",
        modules: ["built-in/tables", "built-in/selectors"],
      },
      { about: "Kinds as a server in memory stores them", modules: ["built-in"] },
    ],
  },
];

/**
 * The files that people import beside the index: those of them that they ask for are copied, and
 * what they export is in use. Each is a file of this list, and a list of exports in the sources.
 */
export const entries = [
  "node",
  "apply",
  "informer",
  "controller",
  "manager",
  "webhooks",
  "webhook-server",
  "testing",
  "built-in",
];

/**
 * Tells whether most outputs have no use for a module: it leaves its order and its names to others.
 *
 * @param {string} module
 */
export function isRarelyCopied(module) {
  return module.startsWith("built-in/");
}

/**
 * The nearest folder or module that a section names decides.
 *
 * @param {string} module such as `json/copy-json` @returns {{ target: string, section: number }}
 */
export function placeOf(module) {
  for (let path = module; path !== "."; path = posix.dirname(path)) {
    for (const { name, sections } of targets) {
      const section = sections.findIndex(({ modules }) => modules.includes(path));
      if (section >= 0) return { target: name, section };
    }
  }
  throw new Error(`scripts/runtime/targets.js has no file for the module '${module}'`);
}
