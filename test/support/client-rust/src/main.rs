//! Runs a fixed scenario of kube-rs against an API server and prints what it saw:
//!   client-rust KUBECONFIG [core]

use std::pin::pin;
use std::time::Duration;

use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::coordination::v1::Lease;
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Secret, ServiceAccount};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    Api, ApiResource, DeleteParams, DynamicObject, GroupVersionKind, ListParams, ObjectList, Patch,
    PatchParams, PostParams, Preconditions, ValidationDirective, WatchEvent, WatchParams,
};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::runtime::watcher::{self, watcher};
use kube::{Client, Config, Error, ResourceExt};
use serde::Serialize;
use serde_json::{Value, json};

type Tabs = Api<DynamicObject>;
type Outcome = Result<(), Box<dyn std::error::Error>>;

fn say(asked: &str, answer: &impl Serialize) {
    println!("{asked}: {}", serde_json::to_string(answer).unwrap());
}

/// Prints the answer, or the status of an error; other errors end the program.
fn told<T: Serialize>(asked: &str, answer: Result<T, Error>) -> Option<T> {
    match answer {
        Ok(value) => {
            say(asked, &value);
            Some(value)
        }
        Err(Error::Api(status)) => {
            say(&format!("{asked} FAILED"), &status);
            None
        }
        Err(other) => panic!("{asked}: {other:?}"),
    }
}

fn names(list: ObjectList<DynamicObject>) -> Vec<String> {
    list.items.iter().map(ResourceExt::name_any).collect()
}

fn cron_tab(name: &str, more: Value) -> DynamicObject {
    let mut spec = json!({ "cronSpec": "0 3 * * *", "image": "backup" });
    for (key, value) in more.as_object().unwrap() {
        spec[key] = value.clone();
    }
    serde_json::from_value(json!({
        "apiVersion": "stable.example.com/v1",
        "kind": "CronTab",
        "metadata": { "name": name, "labels": { "of": "rust" } },
        "spec": spec,
    }))
    .unwrap()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let args: Vec<String> = std::env::args().collect();
    let kubeconfig = Kubeconfig::read_from(&args[1])?;
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
    let client = Client::try_from(config)?;
    let kind = GroupVersionKind::gvk("stable.example.com", "v1", "CronTab");
    let resource = ApiResource::from_gvk(&kind);
    let tabs: Tabs = Api::namespaced_with(client.clone(), "default", &resource);
    write(&tabs).await;
    patch(&tabs).await?;
    apply(&tabs).await;
    read_lists(&tabs).await?;
    follow(&tabs, &resource).await?;
    define(client.clone()).await?;
    remove(&tabs).await;
    if args.get(2).is_some_and(|step| step == "core") {
        core(client).await;
    }
    Ok(())
}

async fn write(tabs: &Tabs) {
    let plain = PostParams::default();
    told("create", tabs.create(&plain, &cron_tab("rust", json!({}))).await);
    told("create again", tabs.create(&plain, &cron_tab("rust", json!({}))).await);
    let bad = json!({ "cronSpec": "never", "replicas": 70 });
    told("create bad", tabs.create(&plain, &cron_tab("bad", bad)).await);
    let dry = PostParams { dry_run: true, field_manager: Some("rust".into()) };
    told("create dry", tabs.create(&dry, &cron_tab("dry", json!({}))).await);
    let read = told("get", tabs.get("rust").await).unwrap();
    told("get none", tabs.get("none").await);
    told("get perhaps none", tabs.get_opt("none").await);
    told("get metadata", tabs.get_metadata("rust").await);
    let mut changed = read.clone();
    changed.data["spec"]["replicas"] = json!(2);
    told("replace", tabs.replace("rust", &plain, &changed).await);
    told("replace stale", tabs.replace("rust", &plain, &changed).await);
    let mut none = cron_tab("none", json!({}));
    none.metadata.resource_version = read.metadata.resource_version;
    told("replace none", tabs.replace("none", &plain, &none).await);
}

async fn patch(tabs: &Tabs) -> Outcome {
    let plain = PatchParams::default();
    let json_patch = |steps: Value| -> Result<Patch<()>, serde_json::Error> {
        Ok(Patch::Json(serde_json::from_value(steps)?))
    };
    let steps = json_patch(json!([{ "op": "replace", "path": "/spec/replicas", "value": 3 }]))?;
    told("json patch", tabs.patch("rust", &plain, &steps).await);
    let bad = json_patch(json!([{ "op": "test", "path": "/spec/replicas", "value": 9 }]))?;
    told("json patch that fails", tabs.patch("rust", &plain, &bad).await);
    let merge = Patch::Merge(json!({ "spec": { "replicas": 4 } }));
    told("merge patch", tabs.patch("rust", &plain, &merge).await);
    let bad = Patch::Merge(json!({ "spec": { "image": "x" } }));
    told("merge patch that is bad", tabs.patch("rust", &plain, &bad).await);
    let unknown = Patch::Merge(json!({ "spec": { "more": 1 } }));
    let strict = PatchParams {
        field_validation: Some(ValidationDirective::Strict),
        ..PatchParams::default()
    };
    told("merge patch of what is unknown", tabs.patch("rust", &strict, &unknown).await);
    let strategic = Patch::Strategic(json!({ "spec": { "replicas": 4 } }));
    told("strategic patch", tabs.patch("rust", &plain, &strategic).await);
    let status = Patch::Merge(json!({ "status": { "replicas": 4 } }));
    told("status", tabs.patch_status("rust", &plain, &status).await);
    told("get status", tabs.get_status("rust").await);
    told("scale", tabs.get_scale("rust").await);
    let scale = Patch::Merge(json!({ "spec": { "replicas": 5 } }));
    told("patch scale", tabs.patch_scale("rust", &plain, &scale).await);
    let bad = Patch::Merge(json!({ "spec": { "replicas": -5 } }));
    told("patch scale badly", tabs.patch_scale("rust", &plain, &bad).await);
    Ok(())
}

async fn apply(tabs: &Tabs) {
    let nightly = Patch::Apply(cron_tab("applied", json!({})));
    let later = Patch::Apply(cron_tab("applied", json!({ "cronSpec": "0 4 * * *" })));
    let one = PatchParams::apply("one");
    let two = PatchParams::apply("two");
    told("apply", tabs.patch("applied", &one, &nightly).await);
    told("apply the same", tabs.patch("applied", &one, &nightly).await);
    told("apply in conflict", tabs.patch("applied", &two, &later).await);
    told("apply by force", tabs.patch("applied", &two.clone().force(), &later).await);
    told("apply without a manager", tabs.patch("applied", &PatchParams::default(), &later).await);
    let deleted = tabs.delete("applied", &DeleteParams::default()).await;
    told("delete applied", deleted.map(|answer| answer.map_right(|status| status).either(
        |object| json!(object),
        |status| json!(status),
    )));
}

async fn read_lists(tabs: &Tabs) -> Outcome {
    for index in 0..3 {
        tabs.create(&PostParams::default(), &cron_tab(&format!("page-{index}"), json!({}))).await?;
    }
    let by_label = |selector: &str| ListParams::default().labels(selector);
    told("list", tabs.list(&by_label("of=rust")).await.map(names));
    told("bad selector", tabs.list(&by_label("a b")).await.map(names));
    let by_field = |selector: &str| ListParams::default().fields(selector);
    told("field selector", tabs.list(&by_field("spec.image=backup")).await.map(names));
    told("bad field selector", tabs.list(&by_field("spec.cronSpec=x")).await.map(names));
    let first = ListParams::default().limit(2);
    let page = tabs.list(&first).await?;
    let token = page.metadata.continue_.clone().unwrap_or_default();
    say("page", &(names(page.clone()), page.metadata.remaining_item_count));
    told("next page", tabs.list(&first.clone().continue_token(&token)).await.map(names));
    told("bad page", tabs.list(&first.clone().continue_token("x")).await.map(names));
    told("at any version", tabs.list(&ListParams::default().match_any()).await.map(names));
    let metadata = tabs.list_metadata(&ListParams::default()).await?;
    say("metadata", &metadata.items.iter().map(ResourceExt::name_any).collect::<Vec<_>>());
    Ok(())
}

async fn change(tabs: &Tabs) -> Outcome {
    tabs.create(&PostParams::default(), &cron_tab("later", json!({}))).await?;
    let merge = Patch::Merge(json!({ "spec": { "replicas": 2 } }));
    tabs.patch("later", &PatchParams::default(), &merge).await?;
    tabs.delete("later", &DeleteParams::default()).await?;
    Ok(())
}

async fn follow(tabs: &Tabs, resource: &ApiResource) -> Outcome {
    let start = tabs.list(&ListParams::default()).await?.metadata.resource_version.unwrap();
    change(tabs).await?;
    let watching = tabs.watch(&WatchParams::default().timeout(10), &start).await?;
    let seen: Vec<_> = watching
        .map_ok(|event| match event {
            WatchEvent::Added(object) => ("added", object.name_any()),
            WatchEvent::Modified(object) => ("modified", object.name_any()),
            WatchEvent::Deleted(object) => ("deleted", object.name_any()),
            WatchEvent::Bookmark(_) => ("bookmark", String::new()),
            WatchEvent::Error(status) => ("error", status.message),
        })
        .try_filter(|(kind, _)| std::future::ready(*kind != "bookmark"))
        .take(3)
        .try_collect()
        .await?;
    say("watch", &seen);
    for streaming in [false, true] {
        let config = if streaming {
            watcher::Config::default().streaming_lists()
        } else {
            watcher::Config::default()
        };
        say(if streaming { "watcher of a stream" } else { "watcher" }, &watched(tabs, config).await?);
    }
    assert_eq!(resource.plural, "crontabs");
    Ok(())
}

async fn watched(tabs: &Tabs, config: watcher::Config) -> Result<Vec<String>, watcher::Error> {
    let mut events = pin!(watcher(tabs.clone(), config));
    let mut seen = Vec::new();
    let mut initial = Vec::new();
    while let Some(event) = events.try_next().await? {
        match event {
            watcher::Event::Init => {}
            watcher::Event::InitApply(object) => initial.push(object.name_any()),
            watcher::Event::InitDone => {
                // A list comes in order, events of a watch as the server pleases.
                initial.sort();
                seen.append(&mut initial);
                change(tabs).await.unwrap();
            }
            watcher::Event::Apply(object) => seen.push(format!("apply {}", object.name_any())),
            watcher::Event::Delete(object) => {
                seen.push(format!("delete {}", object.name_any()));
                return Ok(seen);
            }
        }
    }
    Ok(seen)
}

async fn define(client: Client) -> Outcome {
    let crds: Api<CustomResourceDefinition> = Api::all(client.clone());
    let name = "crontabs.stable.example.com";
    told("definition", crds.get(name).await.map(|crd| crd.spec));
    told("definition none", crds.get("none").await);
    let found = client.list_api_group_resources("stable.example.com/v1").await?;
    let mut resources: Vec<_> =
        found.resources.into_iter().map(|kind| (kind.name, kind.kind, kind.verbs)).collect();
    resources.sort();
    say("resources", &resources);
    told("no group", client.list_api_group_resources("nothing.example.com/v1").await.map(|_| ()));
    Ok(())
}

async fn remove(tabs: &Tabs) {
    let kind = |answer: Result<kube::core::response::Status, Error>| answer.map(|status| status.code);
    let delete = async |name: &str, params: DeleteParams| {
        let answer = tabs.delete(name, &params).await;
        answer.map(|what| what.either(|object| json!(object.name_any()), |status| json!(status)))
    };
    told("delete", delete("rust", DeleteParams::default()).await);
    told("delete again", delete("rust", DeleteParams::default()).await);
    let other = Preconditions { uid: Some("other".into()), resource_version: None };
    told("delete with precondition", delete("page-0", DeleteParams::default().preconditions(other)).await);
    told("delete one by one", delete("page-0", DeleteParams::background()).await);
    let ours = ListParams::default().labels("of=rust");
    let answer = tabs.delete_collection(&DeleteParams::default(), &ours).await;
    told("delete all", answer.map(|what| what.either(|list| json!(names(list)), |status| json!(kind(Ok(status)).ok()))));
    for _ in 0..100 {
        if tabs.list(&ours).await.is_ok_and(|left| left.items.is_empty()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    told("left", tabs.list(&ours).await.map(names));
}

/// What the server of CRDs alone has not.
async fn core(client: Client) {
    let groups = client.list_api_groups().await.unwrap();
    let group = groups.groups.into_iter().find(|group| group.name == "stable.example.com");
    say("group", &group);
    let metadata = json!({ "name": "rust" });
    let plain = PostParams::default();
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let map: ConfigMap =
        serde_json::from_value(json!({ "metadata": metadata, "data": { "a": "b" } })).unwrap();
    told("create config map", maps.create(&plain, &map).await);
    told("create config map again", maps.create(&plain, &map).await);
    let data = json!({ "data": { "c": "d" } });
    told("strategic patch", maps.patch("rust", &PatchParams::default(), &Patch::Strategic(&data)).await);
    let whole = json!({ "apiVersion": "v1", "kind": "ConfigMap", "data": { "e": "f" } });
    told("apply", maps.patch("rust", &PatchParams::apply("rust"), &Patch::Apply(&whole)).await);
    let secrets: Api<Secret> = Api::default_namespaced(client.clone());
    let secret: Secret =
        serde_json::from_value(json!({ "metadata": metadata, "stringData": { "a": "b" } })).unwrap();
    told("create secret", secrets.create(&plain, &secret).await);
    let accounts: Api<ServiceAccount> = Api::default_namespaced(client.clone());
    let account: ServiceAccount = serde_json::from_value(json!({ "metadata": metadata })).unwrap();
    told("create account", accounts.create(&plain, &account).await);
    let leases: Api<Lease> = Api::default_namespaced(client.clone());
    let spec = json!({ "holderIdentity": "rust", "renewTime": "2026-01-02T03:04:05.678901Z" });
    let lease: Lease = serde_json::from_value(json!({ "metadata": metadata, "spec": spec })).unwrap();
    told("create lease", leases.create(&plain, &lease).await);
    told("delete config map", maps.delete("rust", &DeleteParams::default()).await.map(|_| ()));
    told("delete secret", secrets.delete("rust", &DeleteParams::default()).await.map(|_| ()));
    told("delete account", accounts.delete("rust", &DeleteParams::default()).await.map(|_| ()));
    told("delete lease", leases.delete("rust", &DeleteParams::default()).await.map(|_| ()));
    told("namespace", Api::<Namespace>::all(client).get("default").await);
}
