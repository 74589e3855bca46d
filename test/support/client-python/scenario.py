"""Runs a fixed scenario of the Python client against an API server and prints what it saw:

python scenario.py KUBECONFIG
"""

import json
import sys
import threading
import time

from kubernetes import client, config, dynamic, watch
from kubernetes.client.exceptions import ApiException

api = config.new_client_from_config(config_file=sys.argv[1])
objects = client.CustomObjectsApi(api)
place = ("stable.example.com", "v1", "default", "crontabs")


def say(asked, answer):
    print(f"{asked}: {json.dumps(answer)}", flush=True)


def plain(answer):
    return api.sanitize_for_serialization(answer)


def ask(asked, call, show=plain):
    try:
        answer = call()
    except ApiException as error:
        say(f"{asked} FAILED", [error.status, json.loads(error.body)])
        return None
    say(asked, show(answer))
    return answer


def names(items):
    return [item["metadata"]["name"] for item in items["items"]]


def cron_tab(name, **more):
    spec = {"cronSpec": "0 3 * * *", "image": "backup", **more}
    metadata = {"name": name, "labels": {"of": "python"}}
    return {"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": metadata, "spec": spec}


def write():
    create = objects.create_namespaced_custom_object
    ask("create", lambda: create(*place, cron_tab("python")))
    ask("create again", lambda: create(*place, cron_tab("python")))
    ask("create bad", lambda: create(*place, cron_tab("bad", cronSpec="never", replicas=70)))
    ask("create dry", lambda: create(*place, cron_tab("dry"), dry_run="All"))
    ask("create strict", lambda: create(*place, cron_tab("strict", more=1), field_validation="Strict"))
    read = ask("get", lambda: objects.get_namespaced_custom_object(*place, "python"))
    ask("get none", lambda: objects.get_namespaced_custom_object(*place, "none"))
    changed = {**read, "spec": {**read["spec"], "replicas": 2}}
    replace = objects.replace_namespaced_custom_object
    ask("replace", lambda: replace(*place, "python", changed))
    ask("replace stale", lambda: replace(*place, "python", changed))
    ask("replace none", lambda: replace(*place, "none", cron_tab("none")))


def patch():
    patch_object = objects.patch_namespaced_custom_object
    as_json = {"_content_type": "application/json-patch+json"}
    steps = [{"op": "replace", "path": "/spec/replicas", "value": 3}]
    ask("json patch", lambda: patch_object(*place, "python", steps, **as_json))
    bad = [{"op": "test", "path": "/spec/replicas", "value": 9}]
    ask("json patch that fails", lambda: patch_object(*place, "python", bad, **as_json))
    ask("merge patch", lambda: patch_object(*place, "python", {"spec": {"replicas": 4}}))
    ask("merge patch that is bad", lambda: patch_object(*place, "python", {"spec": {"image": "x"}}))
    status = objects.patch_namespaced_custom_object_status
    ask("status", lambda: status(*place, "python", {"status": {"replicas": 4}}))
    ask("scale", lambda: objects.get_namespaced_custom_object_scale(*place, "python"))
    scale = objects.patch_namespaced_custom_object_scale
    ask("patch scale", lambda: scale(*place, "python", {"spec": {"replicas": 5}}))
    ask("patch scale badly", lambda: scale(*place, "python", {"spec": {"replicas": -5}}))


def apply():
    def by(asked, manager, force=None, **spec):
        call = lambda: objects.patch_namespaced_custom_object(
            *place,
            "applied",
            cron_tab("applied", **spec),
            field_manager=manager,
            force=force,
            _content_type="application/apply-patch+yaml",
        )
        ask(asked, call)

    by("apply", "one")
    by("apply the same", "one")
    by("apply in conflict", "two", cronSpec="0 4 * * *")
    by("apply by force", "two", force=True, cronSpec="0 4 * * *")
    by("apply without a manager", None)
    ask("delete applied", lambda: objects.delete_namespaced_custom_object(*place, "applied"))


def read_lists():
    for index in range(3):
        objects.create_namespaced_custom_object(*place, cron_tab(f"page-{index}"))
    lists = objects.list_namespaced_custom_object
    ask("list", lambda: lists(*place, label_selector="of=python"), names)
    ask("bad selector", lambda: lists(*place, label_selector="a b"))
    ask("field selector", lambda: lists(*place, field_selector="spec.image=backup"), names)
    ask("bad field selector", lambda: lists(*place, field_selector="spec.cronSpec=x"))
    page = ask("page", lambda: lists(*place, limit=2), names)
    rest = page["metadata"]["continue"]
    ask("next page", lambda: lists(*place, limit=2, _continue=rest), names)
    ask("bad page", lambda: lists(*place, limit=2, _continue="x"))
    ask("future", lambda: lists(*place, resource_version="x"))
    ask("of all namespaces", lambda: objects.list_cluster_custom_object(*place[:2], place[3]), names)


def follow():
    start = objects.list_namespaced_custom_object(*place)["metadata"]["resourceVersion"]

    def change():
        time.sleep(0.3)
        objects.create_namespaced_custom_object(*place, cron_tab("later"))
        objects.patch_namespaced_custom_object(*place, "later", {"spec": {"replicas": 2}})
        objects.delete_namespaced_custom_object(*place, "later")

    beside = threading.Thread(target=change)
    beside.start()
    seen = []
    watching = watch.Watch()
    lists = objects.list_namespaced_custom_object
    for event in watching.stream(lists, *place, resource_version=start, timeout_seconds=10):
        seen.append([event["type"], event["object"]["metadata"]["name"], event["object"]["spec"]["replicas"]])
        if len(seen) == 3:
            watching.stop()
    beside.join()
    say("watch", seen)


def define():
    crds = client.ApiextensionsV1Api(api)
    name = "crontabs.stable.example.com"
    ask("definition", lambda: crds.read_custom_resource_definition(name), lambda crd: plain(crd)["spec"])
    ask("definition none", lambda: crds.read_custom_resource_definition("none"))
    ask("resources", lambda: objects.get_api_resources(*place[:2]), lambda found: [r.name for r in found.resources])


def remove():
    delete = objects.delete_namespaced_custom_object
    ask("delete", lambda: delete(*place, "python"))
    ask("delete again", lambda: delete(*place, "python"))
    precondition = client.V1DeleteOptions(preconditions=client.V1Preconditions(uid="other"))
    ask("delete with precondition", lambda: delete(*place, "page-0", body=precondition))
    collection = objects.delete_collection_namespaced_custom_object
    ask("delete all", lambda: collection(*place, label_selector="of=python"), lambda answer: answer["kind"])
    ask("left", lambda: objects.list_namespaced_custom_object(*place), names)


def use_dynamic():
    """By the client that asks for the core group first, which the server of CRDs alone has not."""
    found = dynamic.DynamicClient(api)
    tabs = found.resources.get(api_version=f"{place[0]}/{place[1]}", kind="CronTab")
    show = lambda answer: answer.to_dict()
    body = cron_tab("dynamic")
    at = {"namespace": "default"}
    ask("dynamic create", lambda: tabs.create(body=body, **at), show)
    ask("dynamic apply", lambda: tabs.server_side_apply(body=body, field_manager="x", **at), show)
    ask("dynamic get", lambda: tabs.get(name="dynamic", **at), show)
    ask("dynamic status", lambda: tabs.status.get(name="dynamic", **at), show)
    ask("dynamic delete", lambda: tabs.delete(name="dynamic", **at), show)
    ask("dynamic get none", lambda: tabs.get(name="dynamic", **at), show)
    maps = found.resources.get(api_version="v1", kind="ConfigMap")
    ask("dynamic maps", lambda: maps.get(name="none", **at), show)


def core():
    """What the server of CRDs alone has not."""
    groups = client.ApisApi(api).get_api_versions()
    say("group", [plain(group) for group in groups.groups if group.name == place[0]])
    v1 = client.CoreV1Api(api)
    body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="python"), data={"a": "b"})
    ask("create config map", lambda: v1.create_namespaced_config_map("default", body))
    ask("create config map again", lambda: v1.create_namespaced_config_map("default", body))
    # Objects go as strategic merge patches.
    ask("patch config map", lambda: v1.patch_namespaced_config_map("python", "default", {"data": {"c": "d"}}))
    secret = client.V1Secret(metadata=client.V1ObjectMeta(name="python"), string_data={"a": "b"})
    ask("create secret", lambda: v1.create_namespaced_secret("default", secret))
    account = client.V1ServiceAccount(metadata=client.V1ObjectMeta(name="python"))
    ask("create account", lambda: v1.create_namespaced_service_account("default", account))
    lease = client.V1Lease(
        metadata=client.V1ObjectMeta(name="python"),
        spec=client.V1LeaseSpec(holder_identity="python", lease_duration_seconds=15),
    )
    leases = client.CoordinationV1Api(api)
    ask("create lease", lambda: leases.create_namespaced_lease("default", lease))
    ask("create bad", lambda: v1.create_namespaced_config_map("default", {"metadata": {"name": "A"}, "data": {"a b": "c"}}))
    ask("list config maps", lambda: v1.list_namespaced_config_map("default", field_selector="metadata.name=python"))
    ask("delete config map", lambda: v1.delete_namespaced_config_map("python", "default"))
    ask("delete secret", lambda: v1.delete_namespaced_secret("python", "default"))
    ask("delete account", lambda: v1.delete_namespaced_service_account("python", "default"))
    ask("delete lease", lambda: leases.delete_namespaced_lease("python", "default"))
    ask("namespace", lambda: v1.read_namespace("default"))


for step in (write, patch, apply, read_lists, follow, define, remove):
    step()
if "core" in sys.argv[2:]:
    use_dynamic()
    core()
