// The rules of the benchmark as a person would write them for objects that have the right shape, by
// the cases' names.
const isIn = (text, list) => list.includes(text);
const pathPattern = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$/;
const partitionPattern =
  /^(Linux|LinuxSwap|LinuxRAID|LVM|Fat32|NTFS|LinuxExtended|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/;
const domainPattern = /^([^/]+)/;
const plainProtocols = ["HTTP", "TCP", "UDP"];

function countEqual(list, same) {
  let count = 0;
  for (const item of list) if (same(item)) count++;
  return count;
}

export const handWritten = {
  "gw hostname/tls ternary (gateway-api)": (self) =>
    self.every((l) => (isIn(l.protocol, plainProtocols) ? l.tls === undefined : true)),
  "gw unique names O(n²) exists_one": (self) =>
    self.every((a) => countEqual(self, (b) => a.name === b.name) === 1),
  "gw unique port/proto/hostname": (self) =>
    self.every(
      (a) =>
        countEqual(
          self,
          (b) => a.port === b.port && a.protocol === b.protocol && a.hostname === b.hostname,
        ) === 1,
    ),
  "gw parentRefs sectionName": (self) =>
    self.every((a) =>
      self.every((b) =>
        a.group === b.group && a.kind === b.kind && a.name === b.name
          ? !a.sectionName === !b.sectionName
          : true,
      ),
    ),
  "gw filter().size() <= 1": (self) => self.filter((f) => f.type === "RequestRedirect").length <= 1,
  "gw union member has()": (self) => !(self.urlRewrite !== undefined && self.type !== "URLRewrite"),
  "gw path contains": (self) =>
    self.type === "Exact" || self.type === "PathPrefix" ? !self.value.includes("/./") : true,
  "gw path matches regex": (self) =>
    self.type === "Exact" || self.type === "PathPrefix" ? pathPattern.test(self.value) : true,
  "cert-manager count union": (self) =>
    (self.tpp !== undefined ? 1 : 0) +
      (self.cloud !== undefined ? 1 : 0) +
      (self.ngts !== undefined ? 1 : 0) ===
    1,
  "istio serviceentry default-or": (self) => {
    const resolution = self.resolution ?? "NONE";
    return !(
      (self.addresses ?? []).some((k) => k.includes("/")) &&
      !(resolution === "STATIC" || resolution === "NONE")
    );
  },
  "istio envoyfilter nested ternary": (self) =>
    self.context === "WAYPOINT" ? self.waypoint !== undefined : self.waypoint === undefined,
  "istio labels all key": (self) => Object.keys(self).every((key) => !key.includes("*")),
  "capi unique names": (self) =>
    self.every((x) => countEqual(self, (y) => x.name === y.name) === 1),
  "capi immutable-ish scalar matches": (self) => partitionPattern.test(self),
  "karpenter Gt/Lt int()": (self) =>
    self.every((x) =>
      x.operator === "Gt" || x.operator === "Lt"
        ? x.values.length === 1 && Number(x.values[0]) >= 0
        : true,
    ),
  "karpenter minValues": (self) =>
    self.every((x) =>
      x.operator === "In" && x.minValues !== undefined ? x.values.length >= x.minValues : true,
    ),
  "karpenter key in list || find": (self) =>
    self === "karpenter.sh/capacity-type" ||
    self === "karpenter.sh/nodepool" ||
    !(domainPattern.exec(self)?.[0] ?? "").endsWith("karpenter.sh"),
  "karpenter-aws ami terms": (self) =>
    !self.some(
      (x) =>
        x.alias !== undefined &&
        (x.id !== undefined || x.tags !== undefined || x.name !== undefined),
    ),
  "karpenter-aws tags all": (self) =>
    Object.keys(self).every((k) => !k.startsWith("kubernetes.io/cluster")),
  "k8s docs replicas range": (self) =>
    self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas,
  "k8s docs status health": (self) =>
    !(self.health === "ok" && self.errors.length > 0) &&
    self.widgets.every((w) => w.priority !== undefined && w.priority > 0 && w.priority < 100),
};
