import { isAlreadyExists } from "./api-error.js";
import { isObjectMissing } from "./error-response.js";
import type { Change } from "./modify.js";
import type { WriteOptions } from "./options.js";
import type { ResourceClient, ResourceTypes } from "./resource-client.js";

/**
 * Creates an object, or changes the one that is there by its name.
 *
 * @param change is applied to the object that is there, as by `modify`. The default makes its
 * fields those of `object`, adds the labels and annotations of `object`, and leaves all other
 * metadata and fields as they are
 * @returns the object as it is then; nothing is sent if it was so already
 */
export async function createOrUpdate<T extends ResourceTypes>(
  client: ResourceClient<T>,
  object: T["input"],
  change: Change<T["read"], T["input"]> = (there) => withFieldsOf(there, object),
  options: WriteOptions<T["scope"]> = {},
): Promise<T["read"]> {
  const { name, namespace } = client["caller"].namedAs(object, options);
  const place = namespace === undefined ? client : client.in(namespace);
  const modify = (): Promise<T["read"]> => place.modify(String(name), change, options);
  try {
    return await modify();
  } catch (error) {
    if (!isObjectMissing(error)) throw error;
  }
  try {
    return await place.create(object, options);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return modify();
  }
}

interface Texts {
  readonly metadata?: { readonly labels?: object | null; readonly annotations?: object | null };
}

function withFieldsOf<Input>(there: object, object: Input): Input {
  const { metadata: old } = there as Texts; // as Kubernetes has it
  const { metadata: given } = object as Texts; // likewise
  const metadata = {
    ...old,
    ...mergedTexts(old, given, "labels"),
    ...mergedTexts(old, given, "annotations"),
  };
  return { ...there, ...object, metadata };
}

function mergedTexts(
  old: Texts["metadata"],
  given: Texts["metadata"],
  field: "labels" | "annotations",
): object {
  return given?.[field] ? { [field]: { ...old?.[field], ...given[field] } } : {};
}
