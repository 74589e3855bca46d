import type { FieldRow } from "../../runtime/v1/built-in/table/field-row.js";
import type { ResourceRow, StructRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import { baseTypes } from "../backends/types.js";
import type { Flavour } from "../backends/types/flavours.js";
import { suffixes } from "../backends/types/flavours.js";
import type { Declaration } from "../emit/declaration.js";
import { jsDoc } from "../emit/jsdoc.js";
import { typeDeclaration } from "../emit/types/print-declaration.js";
import type { Member } from "../emit/types/type-expression.js";
import { literalType, reference } from "../emit/types/type-expression.js";
import type { ComponentSet } from "./component-set.js";
import { fieldMember } from "./component-types.js";
import type { TypeNames } from "./field-types.js";
import { presenceWhenRead, presenceWhenSent, textParameters } from "./field-types.js";

/** The declarations of `types.ts` of a kind: as read, its list, as sent, as applied. */
export function kindDeclarations(
  resource: ResourceRow,
  struct: StructRow,
  names: TypeNames,
): readonly Declaration[] {
  const of = (flavour: Flavour): Declaration => kindDeclaration(resource, struct, flavour, names);
  return [of("read"), listDeclaration(resource, names), of("input"), of("apply")];
}

function kindDeclaration(
  resource: ResourceRow,
  struct: StructRow,
  flavour: Flavour,
  names: TypeNames,
): Declaration {
  const { kind } = resource;
  const isOpen = openFlavours(resource, struct, names.components).has(flavour);
  const identity = [apiVersionOf(resource), kind].map(literalType);
  return typeDeclaration({
    kind: "interface",
    name: kind + suffixes[flavour],
    ...(isOpen && { parameters: textParameters }),
    doc: docOf(resource, struct, flavour),
    extends: reference(names.runtimeType(baseTypes[flavour]), ...identity),
    members: contentOf(resource, struct, flavour).map((row) =>
      contentMember(resource, row, flavour, names),
    ),
  });
}

/** Tells in which flavours what is sent of a kind holds enums. */
export function openFlavours(
  resource: ResourceRow,
  struct: StructRow,
  components: ComponentSet,
): ReadonlySet<Flavour> {
  const flavours: readonly Flavour[] = ["input", "apply"];
  return new Set(
    flavours.filter((flavour) =>
      contentOf(resource, struct, flavour).some(({ type }) => components.isEnum(type)),
    ),
  );
}

/** The fields beside what all objects have; what the server would ignore is not sent. */
function contentOf(
  resource: ResourceRow,
  struct: StructRow,
  flavour: Flavour,
): readonly FieldRow[] {
  const own = struct.fields.filter(
    ({ name }) => !["apiVersion", "kind", "metadata"].includes(name),
  );
  const isSentApart = flavour === "input" && hasStatus(resource);
  return isSentApart ? own.filter(({ name }) => name !== "status") : own;
}

/** Tells whether the status of a resource has an endpoint of its own. */
export function hasStatus({ subresources }: ResourceRow): boolean {
  return subresources.some(({ name }) => name === "status");
}

function contentMember(
  resource: ResourceRow,
  row: FieldRow,
  flavour: Flavour,
  names: TypeNames,
): Member {
  switch (flavour) {
    case "read":
      return fieldMember(row, flavour, presenceWhenRead(row), names);
    case "apply":
      return fieldMember(row, flavour, { isRequired: false, takesNull: false }, names);
    case "input": {
      const presence = presenceWhenSent(row);
      const isRequired = presence.isRequired || resource.needs.includes(row.name);
      return fieldMember(row, flavour, { isRequired, takesNull: !isRequired }, names);
    }
  }
}

function listDeclaration(resource: ResourceRow, names: TypeNames): Declaration {
  const { kind } = resource;
  const [apiVersion, listKind] = [apiVersionOf(resource), `${kind}List`].map(literalType);
  return typeDeclaration({
    kind: "interface",
    name: `${kind}List`,
    doc: [],
    extends: reference(
      names.runtimeType("KubernetesList"),
      reference(kind),
      ...[apiVersion, listKind].flatMap((type) => type ?? []),
    ),
    members: [],
  });
}

function docOf({ kind }: ResourceRow, struct: StructRow, flavour: Flavour): readonly string[] {
  switch (flavour) {
    case "read":
      return jsDoc({ text: struct.description ?? "" });
    case "input":
      return jsDoc({
        text: `${kind} as it is sent: what the server fills in may be left out. What else it demands, it alone checks.`,
      });
    case "apply":
      return jsDoc({ text: `${kind} as it is applied: only the fields that the applier owns.` });
  }
}
