import type { ValuePlace } from "./place.js";
import { singularOf, wordsOf } from "./place.js";

/** Names of fields that mean the same, and values for them, the likeliest first. */
type NameRule = readonly [names: RegExp, ...values: readonly string[]];

/**
 * Values that a field may have by its name; none for a name that tells nothing. Guesses; each has
 * to be judged.
 *
 * @param place of a text or a number
 */
export function namedValues(place: ValuePlace): readonly string[] {
  const way = wayOf(place);
  if (/(?:^|[ /])path$/.test(way) && tellsOfGit.test(place.about.description)) return ["deploy"];
  const values = valuesFor(rules, way);
  if (values !== undefined) return values;
  const thing = thingOf(place);
  return thing === undefined ? [] : [`my-${thing.replaceAll(" ", "-")}`];
}

/** The keys that a map may have by its name; none for a name that tells nothing. */
export function namedKeys(place: ValuePlace): readonly string[] {
  return valuesFor(keyRules, wayOf(place)) ?? [];
}

function valuesFor(table: readonly NameRule[], way: string): readonly string[] | undefined {
  const found = table.find(([names]) => names.test(way));
  if (found === undefined) return undefined;
  const [, ...values] = found;
  return values;
}

/** The numbers that a field may have by its name. */
export function namedNumbers(place: ValuePlace): readonly number[] {
  return /(^|[ /])port$/.test(wayOf(place)) ? [8080, 8443, 9090] : [];
}

/** The last names of the way to a field, the way from the outside: `secret key ref/name`. */
function wayOf({ name, parent }: ValuePlace): string {
  const own = singularOf(wordsOf(name));
  return parent === undefined ? own : `${singularOf(wordsOf(parent.name))}/${own}`;
}

/**
 * What a field names, in words: `secret` for `secretName` and for the name in a `secretRef`;
 * undefined for a field that names nothing.
 */
function thingOf({ name, parent }: ValuePlace): string | undefined {
  const own = singularOf(wordsOf(name));
  const around = parent && singularOf(wordsOf(parent.name));
  if (own === "name") {
    const thing = around?.replace(
      / (?:(?:key )?(?:ref|reference|selector|source)|mount|device)$/,
      "",
    );
    return thing === undefined ||
      /^(?:spec|metadata|from|ref|reference|target|source|)$/.test(thing)
      ? "app"
      : thing;
  }
  const [, named] = /^(.+) (?:name|ref|reference|id)$/.exec(own) ?? [];
  if (named !== undefined) return named;
  const isThing = things.test(own) || (own.length > 1 && tellsOfName.test(aboutOf(parent, name)));
  return isThing ? own : undefined;
}

function aboutOf(parent: ValuePlace | undefined, name: string): string {
  return parent?.annotations.field(name).description ?? "";
}

/** What descriptions say of a path in a repository. */
const tellsOfGit = /\bgit\b|\brepository\b/i;

/** How descriptions begin of what is a name. */
const tellsOfName =
  /^(?:\w+ )?(?:(?:is|are|specif\w+|defines?|indicates?|represents?|contains?) )?(?:an? |the )?(?:\w+ )?(?:names?|identifiers?|id|reference)\b/i;

const things =
  /(?:^| )(?:account|application|app|bucket|certificate|channel|cluster|collection|config|connector|container|database|db|deployment|function|gateway|index|instance|issuer|job|network|node|organization|pipeline|plugin|pool|profile|project|queue|resource group|schema|secret|service|stack|stream|subscription|table|task|team|template|tenant|topic|vault|volume|workspace)$/;

const labelKey = "app.kubernetes.io/name";

/** The first that fits counts. `[ /]` is where a word begins. */
const rules: readonly NameRule[] = [
  [/(?:expression|toleration|taint|label selector|requirement|match label|mismatch label)\/key$/, labelKey, "kubernetes.io/os"],
  [/(?:mis)?match label key$/, "pod-template-hash", "app.kubernetes.io/version"],
  [/node selector$/, "linux"],
  [/match field\/key$/, "metadata.name"],
  [/match field\/value$/, "node-1"],
  [/(?:^|[ /])tag\/key$/, "environment"],
  [/(?:^|[ /])tag\/value$/, "production"],
  [/(?:^|[ /])user ?name\/key$/, "username"],
  [/(?:^|[ /])password\/key$/, "password"],
  [/(?:^|[ /])(?:token|credential)\/key$/, "token"],
  [/(?:expression|selector|requirement|toleration)\/value$/, "web", "api"],
  [/(?:label|annotation)$/, "my-app"],
  [/secret.*\/key$/, "password", "username"],
  [/config.*\/key$/, "config.yaml"],
  [/item\/key$|[ /]key ref\/key$/, "config.yaml", "app.properties"],
  [/^env(?: var)?\/name$|\/env(?:ironment)?(?: var(?:iable)?)?\/name$/, "LOG_LEVEL", "LOG_FORMAT"],
  [/env(?: var(?:iable)?)?\/value$/, "info", "json"],
  [/http header\/name$|header\/name$/, "X-Request-Id", "Accept"],
  [/sysctl\/name$/, "net.core.somaxconn"],
  [/sysctl\/value$/, "1024"],
  [/header\/value$/, "application/json"],
  [/e ?mail(?: address)?$/, "admin@example.com"],
  [/https? proxy$|proxy url$/, "http://proxy.example.com:3128"],
  [/no proxy$/, ".svc,.cluster.local,10.0.0.0/8"],
  [/(?:git|repo|repository) (?:url|uri)$|(?:git|source)\/(?:repo|repository|url|uri)$|git repo(?:sitory)?$/, "https://github.com/example/app.git"],
  [/(?:^|[ /])monitor$/, "192.0.2.10:6789"],
  [/(?:^|[ /])portal$/, "192.0.2.10:3260"],
  [/(?:^|[ /])(?:url|uri|link|href|issuer url|webhook|callback)$/, "https://app.example.com"],
  [/(?:bootstrap server|broker)$/, "kafka:9092"],
  [/(?:^|[ /])endpoint$/, "https://app.example.com", "app.example.com:443"],
  [/(?:cidr|cidr block|subnet|ip block|ip range|network range|source range)$/, "192.0.2.0/24", "198.51.100.0/24"],
  [/(?:^|[ /])(?:ip|ip address|ipv4|address ip|host ip|nameserver|(?:load balancer|cluster|external|pod|node) ip)$/, "192.0.2.10"],
  [/(?:^|[ /])ipv6(?: address)?$/, "2001:db8::10"],
  [/mac address$/, "00:00:5e:00:53:01"],
  [/(?:http get|tcp socket|probe)\/host$/, "127.0.0.1"],
  [/(?:^|[ /])(?:domain|dns domain|dns zone|search|zone name|hosted zone)$/, "example.com"],
  [/(?:^|[ /])(?:host|hostname|host name|fqdn|dns name|server name|common name|sni|server|address|dns|db host|host header)$/, "app.example.com"],
  [/(?:^|[ /])port$/, "8080", "8443", "http"],
  [/port\/name$/, "http", "metrics"],
  [/(?:^|[ /])scheme$/, "HTTPS", "https"],
  [/(?:^|[ /])registry$/, "registry.example.com"],
  [/image repository$|image\/(?:repository|name)$/, "nginx"],
  [/image pull secret(?:\/name)?$/, "registry-credentials"],
  [/pull policy$/, "IfNotPresent"],
  [/restart policy$/, "Always", "OnFailure"],
  [/when unsatisfiable$/, "DoNotSchedule"],
  [/node (?:affinity|taints?) policy$/, "Honor"],
  [/fs group change policy$/, "OnRootMismatch"],
  [/recursive read only$/, "Disabled"],
  [/stop signal$/, "SIGTERM"],
  [/(?:seccomp|app armor) profile\/type$/, "RuntimeDefault"],
  [/host path\/type$/, "Directory"],
  [/image tag$|image\/tag$/, "1.29.0"],
  [/(?:^|[ /])image(?: name)?$/, "nginx:1.29"],
  [/api version$/, "v1"],
  [/resource version$/, "12345"],
  [/(?:^|[ /])(?:tag|version|chart version)$/, "1.0.0", "v1.0.0"],
  [/api group$|ref(?:erence)?\/group$/, "apps"],
  [/(?:^|[ /])kind$/, "ConfigMap"],
  [/resource field ref\/resource$/, "limits.cpu"],
  [/claim\/request$/, "gpu"],
  [/(?:^|[ /])resource$/, "pods", "configmaps"],
  [/verb$/, "get", "list"],
  [/field path$/, "metadata.name"],
  [/(?:^|[ /])(?:repository|repo)$/, "app"],
  [/(?:^|[ /])(?:branch|revision|git ref|git revision)$/, "main"],
  [/(?:^|[ /])commit(?: sha)?$/, "4b825dc642cb6eb9a060e54bf8d69288fbee4904"],
  [/namespace$/, "default", "production"],
  [/(?:^|[ /])(?:schedule|cron(?: \w+)?)$/, "0 3 * * *"],
  [/time ?zone$/, "Etc/UTC"],
  [/(?:timeout|time out|interval|backoff|delay|period|frequency|grace period|resync|every)$/, "30s", "PT30S", "30"],
  [/(?:duration|ttl|max age|lifetime|expiry|expiration|retention|renew before|for|window|lease)$/, "24h", "1h", "P1D", "24"],
  [/(?:date|timestamp|(?:start|end|creation|expiration|transition|update|deletion|begin|finish) time)$|(?:^|\/)time$/, "2030-01-31T12:00:00Z"],
  [/(?:^|[ /])cpu(?: limit| request)?$/, "500m", "1"],
  [/(?:^|[ /])memory(?: limit| request)?$/, "512Mi"],
  [/(?:^|[ /])(?:limit|request)$/, "500m", "1Gi"],
  [/(?:storage|size|capacity|quota|size limit|disk)$/, "10Gi"],
  [/(?:max surge|max unavailable|min available|percent|percentage)$/, "25%"],
  [/storage class(?: name)?$/, "standard"],
  [/volume mode$/, "Filesystem"],
  [/access mode$/, "ReadWriteOnce"],
  [/mount propagation$/, "HostToContainer"],
  [/proc mount$/, "Default"],
  [/priority class(?: name)?$/, "high-priority"],
  [/ingress class(?: name)?$/, "nginx"],
  [/topology key$/, "topology.kubernetes.io/zone"],
  [/node name$/, "node-1"],
  [/fs type$|file ?system type$/, "ext4"],
  [/capabilit(?:y|ies)\/add$/, "NET_BIND_SERVICE"],
  [/capabilit(?:y|ies)\/drop$/, "ALL"],
  [/se linux option\/level$/, "s0:c123,c456"],
  [/se linux option\/role$/, "system_r"],
  [/se linux option\/type$/, "container_t"],
  [/se linux option\/user$/, "system_u"],
  [/mount path$/, "/data"],
  [/sub path(?: expr)?$/, "config"],
  [/device path$|(?:^|[ /])device$/, "/dev/sdb"],
  [/localhost profile$/, "profiles/app.json"],
  [/(?:^|[ /])(?:ca cert|cacert|ca bundle|ca certificate|ca file|ca)$/, "ca.crt"],
  [/(?:cert|certificate|tls cert|client cert) ?(?:file|path)$/, "tls.crt"],
  [/(?:^|[ /])file(?: name| path)?$|(?:config|secret|key) file$/, "config.yaml"],
  [/(?:working dir|workdir|work dir|(?:^|[ /])directory|(?:^|[ /])dir)$/, "/workspace"],
  [/(?:http get|http|route|ingress|match|rewrite)\/path$/, "/healthz"],
  [/(?:^|[ /])metric.*\/path$/, "/metrics"],
  [/(?:^|[ /])item\/path$/, "config.yaml"],
  [/(?:^|[ /])git(?: repo(?:sitory)?| source)?\/path$/, "deploy"],
  [/(?:^|[ /])(?:path|path prefix)$|(?:^|\/)prefix$/, "/data"],
  [/(?:^|[ /])(?:command|cmd|entrypoint)$/, "/bin/sh"],
  [/(?:^|[ /])(?:arg|argument|extra arg)$/, "--verbose"],
  [/(?:region|location)$/, "eu-west-1"],
  [/(?:^|[ /])(?:zone|availability zone)$/, "eu-west-1a"],
  [/(?:^|[ /])role arn$/, "arn:aws:iam::123456789012:role/my-role"],
  [/kms (?:master )?key (?:id|arn)$/, "arn:aws:kms:eu-west-1:123456789012:key/123e4567-e89b-42d3-a456-426614174000"],
  [/(?:^|[ /])arn$/, "arn:aws:iam::123456789012:policy/my-policy"],
  [/account id$/, "123456789012"],
  [/(?:^|[ /])(?:uid|uuid|guid|dataset uuid)$/, "123e4567-e89b-42d3-a456-426614174000"],
  [/(?:^|[ /])(?:tenant|client|subscription|application|app|object) id$/, "123e4567-e89b-42d3-a456-426614174000"],
  [/(?:^|[ /])vpc id$/, "vpc-0123456789abcdef0"],
  [/(?:^|[ /])subnet id$/, "subnet-0123456789abcdef0"],
  [/(?:^|[ /])security group id$/, "sg-0123456789abcdef0"],
  [/(?:^|[ /])volume id$/, "vol-0123456789abcdef0"],
  [/(?:^|[ /])snapshot id$/, "snap-0123456789abcdef0"],
  [/(?:^|[ /])instance id$/, "i-0123456789abcdef0"],
  [/(?:^|[ /])network interface id$/, "eni-0123456789abcdef0"],
  [/(?:^|\/)id$/, "1234"],
  [/run as user name$/, "ContainerUser"],
  [/(?:user ?name|(?:^|[ /])user|(?:^|[ /])login|(?:^|[ /])owner|admin user)$/, "admin"],
  [/(?:password|passphrase|passwd|token|api key|access key|secret key|private key|client secret)$/, "change-me"],
  [/service account(?: name)?$/, "my-service-account"],
  [/(?:^|[ /])effect$/, "NoSchedule"],
  [/(?:^|[ /])protocol$/, "TCP"],
  [/(?:^|[ /])method$/, "GET"],
  [/(?:log|logging) ?level$|(?:^|[ /])(?:level|severity|verbosity)$/, "info"],
  [/(?:condition|status)\/status$/, "True"],
  [/(?:condition)\/type$/, "Ready"],
  [/(?:^|[ /])operator$/, "In", "Exists"],
  [/(?:^|[ /])medium$/, "Memory"],
  [/signer name$/, "kubernetes.io/kube-apiserver-client"],
  [/(?:^|\/)driver$/, "ebs.csi.aws.com"],
  [/(?:^|[ /])provisioner$/, "ebs.csi.aws.com"],
  [/(?:^|[ /])finalizer$/, "kubernetes.io/pvc-protection"],
  [/iqn$|initiator name$/, "iqn.2030-01.com.example:storage"],
  [/iscsi interface$/, "default"],
  [/wwid$/, "3600508b400105e210000900000490000"],
  [/wwn$/, "50060e801049cfd1"],
  [/disk uri$/, "https://account.blob.core.windows.net/vhds/disk.vhd"],
  [/(?:^|[ /])keyring$/, "/etc/ceph/keyring"],
  [/storage mode$/, "ThinProvisioned"],
  [/(?:^|[ /])scope$/, "read"],
  [/(?:^|[ /])audience$/, "https://kubernetes.default.svc"],
  [/(?:^|[ /])subject$/, "CN=app.example.com"],
  [/(?:^|[ /])language$|(?:^|[ /])locale$/, "en"],
  [/(?:^|[ /])country$/, "DE"],
  [/(?:^|[ /])currency$/, "EUR"],
  [/(?:^|[ /])title$|display name$|friendly name$/, "My app"],
  [/(?:^|[ /])(?:description|comment|note|summary)$/, "What this is for"],
  [/(?:^|[ /])(?:message)$/, "All is well"],
  [/(?:^|[ /])reason$/, "Ready"],
  [/label selector$|(?:^|[ /])selector$/, "app=web"],
  [/(?:^|[ /])(?:expr|expression|cel expression)$/, "up == 1"],
  [/(?:regex|regexp|pattern)$/, ".*"],
  [/(?:^|[ /])role$/, "admin"],
  [/(?:^|\/)group$/, "developers"],
]; // prettier-ignore

const keyRules: readonly NameRule[] = [
  [/(?:label|match label|annotation)$/, labelKey],
  [/node selector$/, "kubernetes.io/os"],
  [/(?:^|[ /])(?:limit|request|hard|capacity|allocatable|default request)$/, "cpu"],
]; // prettier-ignore
