import { format } from "prettier";
import type { Feature } from "./features.js";
import { crdFeatures, objectFeatures, ratcheting } from "./features.js";
import type { Tally } from "./tally.js";

const minors = [28, 29, 30, 31, 32, 33, 34, 35, 36, 37];

const beginning = `# Features by Kubernetes version

How exact is crdgen? The tables count recorded answers of real API servers, of ten versions of Kubernetes, by the feature that each is
about. **A number** is a count of answers that crdgen gives, too: the same verdict, the same causes with the same texts, the same
warnings, and the same stored object. **n of m** says that crdgen gives only n of m answers. **A dot** says that there is nothing to
compare: servers of this version were asked, and answered as 1.37 does.

Of older servers, the recording keeps what they answered otherwise than 1.37, so their numbers are smaller.

\`npx crdgen generate --kubernetes-version 1.N\` makes code that answers as that server does; \`lint\` and \`validate\` have the option, too.
\`npx crdgen lint --minimum-version 1.N\` says which features of your CRDs a server of that version does not take.
`;

const end = `
Two answers are not given. One is to an object that is sent with a \`resourceVersion\`: the recording is of a dry run, which the store
does not see. The other is no answer: a server of 1.31 breaks the connection on a certain call of \`format\`.

These tables are made by the tests that compare the answers. [CONTRIBUTING.md](../CONTRIBUTING.md) says how.
`;

/** `docs/features.md`, of the counts of a run. */
export function featuresPage(tally: Tally): Promise<string> {
  const parts = [
    beginning,
    "\n## Writes of custom resources\n\n",
    tableOf([...objectFeatures, ratcheting], tally),
    "\n## CustomResourceDefinitions\n\n",
    tableOf(crdFeatures, tally),
    end,
  ];
  return format(parts.join(""), { parser: "markdown", printWidth: 130 });
}

function tableOf(features: readonly Feature[], tally: Tally): string {
  const head = ["feature", ...minors.map((minor) => `1.${minor}`)];
  const rows = features.map((feature) => [
    feature.title,
    ...minors.map((minor) => cellOf(feature, minor, tally)),
  ]);
  const ruler = head.map((_title, column) => (column === 0 ? "---" : "--:"));
  return [head, ruler, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function cellOf(feature: Feature, minor: number, tally: Tally): string {
  const { compared, agreed } = tally.of(feature, minor);
  if (compared === 0) return "·";
  return compared === agreed ? String(agreed) : `${agreed} of ${compared}`;
}
