import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

/** A cast switches the compiler off: a comment on its line says why it is right. */
const explainedCasts = {
  create(context) {
    const explained = new Set(context.sourceCode.getAllComments().map(({ loc }) => loc.start.line));
    return {
      TSAsExpression(node) {
        const { typeAnnotation, loc } = node;
        if (context.sourceCode.getText(typeAnnotation) === "const") return;
        if (!explained.has(typeAnnotation.loc.start.line) && !explained.has(loc.end.line)) {
          context.report({ node, message: "A cast needs its reason on the same line." });
        }
      },
    };
  },
};

/**
 * From far to near: platform, packages, folders above, this folder; within each by path, types
 * first.
 */
const importOrder = {
  create(context) {
    const keyOf = ({ source: { value }, importKind }) => {
      const distance = value.startsWith("./") ? 3 : value.startsWith("../") ? 2 : 1;
      const place = value.startsWith("node:") ? 0 : distance;
      const levels = 9 - value.split("../").length;
      return `${place} ${levels} ${value} ${importKind === "type" ? 0 : 1}`;
    };
    return {
      ImportDeclaration(node) {
        const body = node.parent.body;
        const before = body[body.indexOf(node) - 1];
        if (before?.type === "ImportDeclaration" && keyOf(before) > keyOf(node)) {
          context.report({ node, message: "Imports go from far to near, then by path." });
        }
      },
    };
  },
};

const crdgen = {
  rules: { "explained-casts": explainedCasts, "import-order": importOrder },
};

export default defineConfig(
  {
    ignores: [
      "build/**",
      "dist/**",
      "packages/*/dist/**",
      "templates/**",
      "examples/**",
      "generated-samples/**",
      "bench/**/node_modules/**",
      // A peer, written as people write with its library.
      "bench/operator-lines/client-node/**",
      "test/**/fixtures/**",
      ".cache/**",
    ],
  },
  eslint.configs.recommended,
  {
    // Prettier wraps code at 100 columns. What is left beside it: comments, and code with the
    // reason for a cast behind it.
    rules: {
      "max-len": [
        "error",
        {
          code: 120,
          comments: 100,
          ignorePattern: "eslint-disable|prettier-ignore",
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
    },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-shadow": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // Index signatures say more than Record where the key has a meaning.
      "@typescript-eslint/consistent-indexed-object-style": "off",
      // The compiler's noPropertyAccessFromIndexSignature asks for the brackets that this rule
      // forbids.
      "@typescript-eslint/dot-notation": "off",
      "@typescript-eslint/no-non-null-assertion": "error",
      // Object types with an index signature must be aliases to be assignable from interfaces.
      "@typescript-eslint/consistent-type-definitions": "off",
      // Pruning is the deletion of keys that the data chose.
      "@typescript-eslint/no-dynamic-delete": "off",
      // Values of JSON and of CEL are told apart before they become text, in ways that the rule
      // does not follow.
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-control-regex": "off",
      "no-restricted-syntax": [
        "error",
        {
          selector:
            ":matches(PropertyDefinition, MethodDefinition[kind!='constructor'])[accessibility='private']",
          message: "Private members are written with #.",
        },
      ],
      "crdgen/import-order": "error",
    },
    plugins: { crdgen },
  },
  {
    files: ["src/**/*.ts"],
    plugins: { crdgen },
    rules: { "crdgen/explained-casts": "error" },
  },
  {
    // Functions of users may just end, and what is written in these files is copied.
    files: ["client/modify", "operators/controller/*", "operators/webhooks/*"].map(
      (path) => `src/runtime/v1/${path}.ts`,
    ),
    rules: { "@typescript-eslint/no-invalid-void-type": "off" },
  },
  {
    // What runs in pages too, where nothing can be imported from Node.js.
    files: ["test/reach/checks/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        "AbortController AbortSignal atob btoa clearTimeout fetch location setTimeout"
          .split(" ")
          .map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["**/*.js", "**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        performance: "readonly",
        Buffer: "readonly",
        fetch: "readonly",
        AbortSignal: "readonly",
      },
    },
  },
);
