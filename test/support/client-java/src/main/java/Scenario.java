import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs a fixed scenario of fabric8's client against an API server and prints what it saw:
 * java Scenario KUBECONFIG [core]
 */
public final class Scenario {
  private final KubernetesClient client;
  private final NonNamespaceOperation<
          GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
      tabs;

  private Scenario(KubernetesClient client) {
    this.client = client;
    ResourceDefinitionContext kind =
        new ResourceDefinitionContext.Builder()
            .withGroup("stable.example.com")
            .withVersion("v1")
            .withKind("CronTab")
            .withPlural("crontabs")
            .withNamespaced(true)
            .build();
    MixedOperation<
            GenericKubernetesResource,
            GenericKubernetesResourceList,
            Resource<GenericKubernetesResource>>
        all = client.genericKubernetesResources(kind);
    this.tabs = all.inNamespace("default");
  }

  public static void main(String[] args) throws Exception {
    Config config = Config.fromKubeconfig(new File(args[0]));
    // What fails fails at once.
    config.setRequestRetryBackoffLimit(0);
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      Scenario scenario = new Scenario(client);
      scenario.write();
      scenario.patch();
      scenario.apply();
      scenario.readLists();
      scenario.follow();
      scenario.inform();
      scenario.define();
      scenario.remove();
      if (args.length > 1 && args[1].equals("core")) scenario.core();
    }
    // Threads of its own would keep the program alive.
    System.exit(0);
  }

  private static void say(String asked, Object answer) {
    System.out.println(asked + ": " + Serialization.asJson(answer));
  }

  private static <T> T ask(String asked, Callable<T> call) throws Exception {
    try {
      T answer = call.call();
      say(asked, answer);
      return answer;
    } catch (RuntimeException error) {
      say(asked + " FAILED", List.of(error.getClass().getSimpleName(), statusOf(error)));
      return null;
    }
  }

  /** The status that the server sent, which may be behind another error. */
  private static Object statusOf(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof KubernetesClientException answer && answer.getStatus() != null) {
        return answer.getStatus();
      }
    }
    return String.valueOf(error.getMessage());
  }

  private static GenericKubernetesResource cronTab(String name, Map<String, Object> more) {
    Map<String, Object> spec = new TreeMap<>(Map.of("cronSpec", "0 3 * * *", "image", "backup"));
    spec.putAll(more);
    Map<String, Object> metadata = Map.of("name", name, "labels", Map.of("of", "java"));
    Map<String, Object> object =
        Map.of(
            "apiVersion", "stable.example.com/v1",
            "kind", "CronTab",
            "metadata", metadata,
            "spec", spec);
    return Serialization.unmarshal(Serialization.asJson(object), GenericKubernetesResource.class);
  }

  private static List<String> names(GenericKubernetesResourceList list) {
    return list.getItems().stream().map(item -> item.getMetadata().getName()).toList();
  }

  private static void until(String what, BooleanSupplier isDone) throws InterruptedException {
    for (int turn = 0; !isDone.getAsBoolean(); turn++) {
      if (turn > 500) throw new IllegalStateException("not in time: " + what);
      Thread.sleep(20);
    }
  }

  private void write() throws Exception {
    ask("create", () -> tabs.resource(cronTab("java", Map.of())).create());
    ask("create again", () -> tabs.resource(cronTab("java", Map.of())).create());
    Map<String, Object> bad = Map.of("cronSpec", "never", "replicas", 70);
    ask("create bad", () -> tabs.resource(cronTab("bad", bad)).create());
    ask("create dry", () -> tabs.resource(cronTab("dry", Map.of())).dryRun().create());
    ask("create strict", () -> tabs.resource(cronTab("strict", Map.of("more", 1)))
        .fieldValidation(io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation.STRICT).create());
    GenericKubernetesResource read = ask("get", () -> tabs.withName("java").get());
    ask("get none", () -> tabs.withName("none").get());
    ask("require none", () -> tabs.withName("none").require());
    GenericKubernetesResource changed = Serialization.clone(read);
    changed.<Map<String, Object>>get("spec").put("replicas", 2);
    ask("update", () -> tabs.resource(changed).update());
    ask("update stale", () -> tabs.resource(changed).update());
    ask("update none", () -> tabs.resource(cronTab("none", Map.of())).update());
    ask("edit", () -> tabs.withName("java").edit(object -> {
      object.<Map<String, Object>>get("spec").put("replicas", 3);
      return object;
    }));
  }

  private void patch() throws Exception {
    PatchContext json = PatchContext.of(PatchType.JSON);
    ask("json patch", () -> tabs.withName("java").patch(json, "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":4}]"));
    ask("json patch that fails", () -> tabs.withName("java").patch(json, "[{\"op\":\"test\",\"path\":\"/spec/replicas\",\"value\":9}]"));
    PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
    ask("merge patch", () -> tabs.withName("java").patch(merge, "{\"spec\":{\"replicas\":5}}"));
    ask("merge patch that is bad", () -> tabs.withName("java").patch(merge, "{\"spec\":{\"image\":\"x\"}}"));
    PatchContext strategic = PatchContext.of(PatchType.STRATEGIC_MERGE);
    ask("strategic patch", () -> tabs.withName("java").patch(strategic, "{\"spec\":{\"replicas\":5}}"));
    GenericKubernetesResource status = tabs.withName("java").get();
    status.setAdditionalProperty("status", Map.of("replicas", 4));
    ask("update status", () -> tabs.resource(status).updateStatus());
    ask("patch status", () -> tabs.withName("java").editStatus(object -> {
      object.setAdditionalProperty("status", Map.of("replicas", 5));
      return object;
    }));
    ask("scale", () -> tabs.withName("java").scale());
    ask("scale to", () -> tabs.withName("java").scale(3, false).getMetadata().getName());
  }

  private void apply() throws Exception {
    PatchContext one = new PatchContext.Builder().withPatchType(PatchType.SERVER_SIDE_APPLY).withFieldManager("one").build();
    PatchContext two = new PatchContext.Builder().withPatchType(PatchType.SERVER_SIDE_APPLY).withFieldManager("two").build();
    PatchContext force = new PatchContext.Builder().withPatchType(PatchType.SERVER_SIDE_APPLY).withFieldManager("two").withForce(true).build();
    GenericKubernetesResource nightly = cronTab("applied", Map.of());
    GenericKubernetesResource later = cronTab("applied", Map.of("cronSpec", "0 4 * * *"));
    ask("apply", () -> tabs.resource(nightly).patch(one));
    ask("apply the same", () -> tabs.resource(nightly).patch(one));
    ask("apply in conflict", () -> tabs.resource(later).patch(two));
    ask("apply by force", () -> tabs.resource(later).patch(force));
    ask("apply as fabric8", () -> tabs.resource(later).forceConflicts().serverSideApply());
    ask("delete applied", () -> tabs.withName("applied").delete().size());
  }

  private void readLists() throws Exception {
    for (int index = 0; index < 3; index++) tabs.resource(cronTab("page-" + index, Map.of())).create();
    ask("list", () -> names(tabs.withLabel("of", "java").list()));
    ask("list by expressions", () -> names(tabs.withLabelIn("of", "java", "go").withoutLabel("gone").list()));
    ask("bad selector", () -> names(tabs.withLabelSelector("a b").list()));
    ask("field selector", () -> names(tabs.withField("spec.image", "backup").list()));
    ask("bad field selector", () -> names(tabs.withField("spec.cronSpec", "x").list()));
    GenericKubernetesResourceList page = tabs.list(new ListOptionsBuilder().withLimit(2L).build());
    say("page", names(page));
    String rest = page.getMetadata().getContinue();
    ask("next page", () -> names(tabs.list(new ListOptionsBuilder().withLimit(2L).withContinue(rest).build())));
    ask("bad page", () -> names(tabs.list(new ListOptionsBuilder().withLimit(2L).withContinue("x").build())));
  }

  private void change() {
    tabs.resource(cronTab("later", Map.of())).create();
    tabs.withName("later").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":2}}");
    tabs.withName("later").delete();
  }

  /** By WebSocket, as this client does. */
  private void follow() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch closed = new CountDownLatch(1);
    Watcher<GenericKubernetesResource> watcher =
        new Watcher<>() {
          @Override
          public void eventReceived(Action action, GenericKubernetesResource object) {
            seen.add(action + " " + object.getMetadata().getName() + " " + object.getMetadata().getGeneration());
          }

          @Override
          public void onClose(WatcherException cause) {
            closed.countDown();
          }

          @Override
          public void onClose() {
            closed.countDown();
          }
        };
    String start = tabs.list().getMetadata().getResourceVersion();
    try (var watch = tabs.watch(new ListOptionsBuilder().withResourceVersion(start).build(), watcher)) {
      change();
      until("events", () -> seen.size() >= 3);
    }
    say("watch", seen);
    say("closed", closed.await(10, TimeUnit.SECONDS));
    ask("wait", () -> tabs.withName("java").waitUntilCondition(found -> found != null, 5, TimeUnit.SECONDS).getMetadata().getName());
    ask("bad watch", () -> {
      try (var watch = tabs.withLabelSelector("a b").watch(watcher)) {
        return "opened";
      }
    });
  }

  private void inform() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    try (SharedIndexInformer<GenericKubernetesResource> informer =
        tabs.withLabel("of", "java").inform(new ResourceEventHandler<>() {
          @Override
          public void onAdd(GenericKubernetesResource object) {
            seen.add("add " + object.getMetadata().getName());
          }

          @Override
          public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
            seen.add("update " + object.getMetadata().getName());
          }

          @Override
          public void onDelete(GenericKubernetesResource object, boolean isUnknown) {
            seen.add("delete " + object.getMetadata().getName());
          }
        })) {
      until("the list", () -> seen.size() >= 4);
      Collections.sort(seen);
      change();
      until("events", () -> seen.size() >= 7);
      say("informer", seen);
      say("store", informer.getStore().list().size());
    }
  }

  private void define() throws Exception {
    var crds = client.apiextensions().v1().customResourceDefinitions();
    ask("definition", () -> crds.withName("crontabs.stable.example.com").get().getSpec());
    ask("definition none", () -> crds.withName("none").get());
    ask("resources", () -> client.getApiResources("stable.example.com/v1").getResources());
  }

  private void remove() throws Exception {
    ask("delete", () -> tabs.withName("java").delete().size());
    ask("delete again", () -> tabs.withName("java").delete().size());
    ask("delete at another version", () -> tabs.withName("page-0").lockResourceVersion("1").delete().size());
    ask("delete all", () -> tabs.withLabel("of", "java").delete().size());
    ask("left", () -> names(tabs.list()));
  }

  /** What the server of CRDs alone has not. */
  private void core() throws Exception {
    ask("group", () -> client.getApiGroup("stable.example.com"));
    ask("no group", () -> client.getApiGroup("nothing.example.com"));
    ConfigMap map = new ConfigMapBuilder().withNewMetadata().withName("java").endMetadata().addToData("a", "b").build();
    var maps = client.configMaps().inNamespace("default");
    ask("create config map", () -> maps.resource(map).create());
    ask("create config map again", () -> maps.resource(map).create());
    ask("edit config map", () -> maps.withName("java").edit(found -> new ConfigMapBuilder(found).addToData("c", "d").build()));
    ask("strategic patch", () -> maps.withName("java").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"a\":null}}"));
    ask("apply", () -> maps.resource(map).forceConflicts().serverSideApply());
    var secret = new SecretBuilder().withNewMetadata().withName("java").endMetadata().addToStringData("a", "b").build();
    ask("create secret", () -> client.secrets().inNamespace("default").resource(secret).create());
    var account = new ServiceAccountBuilder().withNewMetadata().withName("java").endMetadata().build();
    ask("create account", () -> client.serviceAccounts().inNamespace("default").resource(account).create());
    var lease = new LeaseBuilder().withNewMetadata().withName("java").endMetadata()
        .withNewSpec().withHolderIdentity("java").withLeaseDurationSeconds(15).endSpec().build();
    ask("create lease", () -> client.leases().inNamespace("default").resource(lease).create());
    ask("delete", () -> maps.withName("java").delete().size()
        + client.secrets().inNamespace("default").withName("java").delete().size()
        + client.serviceAccounts().inNamespace("default").withName("java").delete().size()
        + client.leases().inNamespace("default").withName("java").delete().size());
    ask("namespace", () -> client.namespaces().withName("default").get());
    ask("version", () -> client.getKubernetesVersion().getMinor());
  }
}
