import { compareUtf8 } from "../../values/go/utf8.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import {
  ago,
  fewOf,
  noCell,
  numberIn,
  objectIn,
  objectsIn,
  sizeIn,
  text,
  textIn,
  textsIn,
  unset,
  cellValue,
} from "./cell.js";
import { labelsText, selectorText } from "./selector-text.js";

/** Services and what belongs to them (Kubernetes `pkg/printers/internalversion/printers.go`). */
export const networkingCells: CellsByKind = {
  "/Endpoints": { Endpoints: endpointsText },
  "/Service": {
    Type: text("spec.type"),
    "Cluster-IP": (service) => textsIn(service, "spec.clusterIPs")[0] ?? noCell,
    "External-IP": externalAddresses,
    "Port(s)": (service) => {
      const ports = objectsIn(service, "spec.ports").map(portText);
      return ports.length === 0 ? noCell : ports.join(",");
    },
    Selector: (service) => labelsText(cellValue(service, "spec.selector")),
  },
  "discovery.k8s.io/EndpointSlice": {
    AddressType: text("addressType"),
    Ports: (slice) => {
      const ports = objectsIn(slice, "ports").map(({ port = null, name = null }) =>
        typeof port === "number" ? String(port) : typeof name === "string" ? name : "*",
      );
      return someOf(ports);
    },
    Endpoints: (slice) =>
      someOf(objectsIn(slice, "endpoints").flatMap((one) => textsIn(one, "addresses"))),
  },
  "networking.k8s.io/Ingress": {
    Class: (ingress) => {
      const name = cellValue(ingress, "spec.ingressClassName");
      return typeof name === "string" ? name : noCell;
    },
    Hosts: hostsText,
    Address: balancerText,
    Ports: (ingress) => (sizeIn(ingress, "spec.tls") > 0 ? "80, 443" : "80"),
  },
  "networking.k8s.io/IngressClass": {
    Name: (ingressClass) => {
      const annotations = objectIn(ingressClass, "metadata.annotations");
      const isDefault = annotations["ingressclass.kubernetes.io/is-default-class"] === "true";
      return textIn(ingressClass, "metadata.name") + (isDefault ? " (default)" : "");
    },
    Controller: text("spec.controller"),
    Parameters: (ingressClass) => {
      const parameters = cellValue(ingressClass, "spec.parameters");
      if (!isObject(parameters)) return noCell;
      const { apiGroup } = parameters;
      const group = typeof apiGroup === "string" ? `.${apiGroup}` : "";
      return `${textIn(parameters, "kind")}${group}/${textIn(parameters, "name")}`;
    },
  },
  "networking.k8s.io/IPAddress": {
    ParentRef: parentText,
    // Rows have one cell more than there are columns.
    "": ago("metadata.creationTimestamp"),
  },
  "networking.k8s.io/NetworkPolicy": {
    "Pod-Selector": (policy) => selectorText(objectIn(policy, "spec.podSelector")),
  },
  "networking.k8s.io/ServiceCIDR": {
    CIDRs: (range) => textsIn(range, "spec.cidrs").join(","),
  },
};

function someOf(items: readonly string[]): string {
  const shown = fewOf(items, 3, items.length);
  return shown === "" ? unset : shown;
}

function endpointsText(endpoints: JsonObject): string {
  const subsets = objectsIn(endpoints, "subsets");
  if (subsets.length === 0) return noCell;
  const all = subsets.flatMap((subset) => {
    const addresses = objectsIn(subset, "addresses").map((one) => textIn(one, "ip"));
    const ports = objectsIn(subset, "ports");
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) =>
      addresses.map((ip) => `${ip.includes(":") ? `[${ip}]` : ip}:${numberIn(port, "port")}`),
    );
  });
  return fewOf(all, 3, all.length);
}

function portText(port: JsonObject): string {
  const [own, node] = [numberIn(port, "port"), numberIn(port, "nodePort")];
  return `${own}${node > 0 ? `:${node}` : ""}/${textIn(port, "protocol")}`;
}

function externalAddresses(service: JsonObject): string {
  const own = textsIn(service, "spec.externalIPs");
  switch (textIn(service, "spec.type")) {
    case "ClusterIP":
    case "NodePort":
      return own.length === 0 ? noCell : own.join(",");
    case "LoadBalancer": {
      const balancers = balancerText(service);
      const all = [...(balancers === "" ? [] : [balancers]), ...own];
      return all.length === 0 ? "<pending>" : all.join(",");
    }
    case "ExternalName":
      return textIn(service, "spec.externalName");
    default:
      return "<unknown>";
  }
}

/** The addresses or names of balancers, sorted. */
function balancerText(object: JsonObject): string {
  const addresses = objectsIn(object, "status.loadBalancer.ingress")
    .map((ingress) => textIn(ingress, "ip", textIn(ingress, "hostname")))
    .filter((address) => address !== "");
  return [...new Set(addresses)].sort(compareUtf8).join(",");
}

function hostsText(ingress: JsonObject): string {
  const hosts: string[] = [];
  const rules = objectsIn(ingress, "spec.rules");
  for (const rule of rules) {
    if (hosts.length === 3) return `${hosts.join(",")} + ${rules.length - 3} more...`;
    const host = textIn(rule, "host");
    if (host !== "") hosts.push(host);
  }
  return hosts.length === 0 ? "*" : hosts.join(",");
}

function parentText(address: JsonObject): Json {
  const parent = cellValue(address, "spec.parentRef");
  if (!isObject(parent)) return noCell;
  const [group, namespace] = [textIn(parent, "group"), textIn(parent, "namespace")];
  const resource = textIn(parent, "resource") + (group === "" ? "" : `.${group}`);
  const place = namespace === "" ? "" : `/${namespace}`;
  return `${resource.toLowerCase()}${place}/${textIn(parent, "name")}`;
}
