import type { FieldHelp } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";

export function fieldHelp(_text: string, _offset: number, _crds: CrdSet): FieldHelp | undefined { return undefined; }
