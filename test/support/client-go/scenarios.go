package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	coordinationapply "k8s.io/client-go/applyconfigurations/coordination/v1"
	coreapply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
)

// Groups that both servers have.
var shared = map[string]bool{"stable.example.com": true, "apiextensions.k8s.io": true}

var cronTabs = schema.GroupVersionResource{Group: "stable.example.com", Version: "v1", Resource: "crontabs"}

var scenarios = map[string]scenario{
	"discovery": discoverAll,
	"mapper":    mapKinds,
	"dynamic":   useDynamic,
	"apply":     applyDynamic,
	"informer":  watchDynamic,
	"scale":     useScale,
	"metadata":  useMetadata,
	"crds":      useCRDs,
	"leader":    electLeaders,
	"lease":     useLeases,
	"builtins":  useBuiltins,
}

func discoverAll(s *session) error {
	client, err := discovery.NewDiscoveryClientForConfig(s.config)
	if err != nil {
		return err
	}
	groups, lists, err := client.ServerGroupsAndResources()
	for _, group := range groups {
		if shared[group.Name] {
			s.say("group "+group.Name, group, nil)
		}
	}
	slices.SortFunc(lists, func(one, other *metav1.APIResourceList) int {
		return strings.Compare(one.GroupVersion, other.GroupVersion)
	})
	for _, list := range lists {
		if version, _ := schema.ParseGroupVersion(list.GroupVersion); shared[version.Group] {
			s.say("resources "+list.GroupVersion, list, nil)
		}
	}
	s.say("error", nil, err)
	for _, version := range []string{"stable.example.com/v1", "stable.example.com/v2", "nobody.example.com/v1"} {
		list, err := client.ServerResourcesForGroupVersion(version)
		if err == nil {
			for index := range list.APIResources {
				list.APIResources[index].StorageVersionHash = ""
			}
		}
		s.say("one "+version, list, err)
	}
	return nil
}

func mapKinds(s *session) error {
	client, err := discovery.NewDiscoveryClientForConfig(s.config)
	if err != nil {
		return err
	}
	cached := memory.NewMemCacheClient(client)
	mapper := restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(cached), cached, nil)
	for _, name := range []string{"crontabs", "crontab", "ct", "crd", "nothings"} {
		resource, err := mapper.ResourceFor(schema.GroupVersionResource{Resource: name})
		s.say("resource "+name, resource, err)
		kind, err := mapper.KindFor(schema.GroupVersionResource{Resource: name})
		s.say("kind "+name, kind, err)
	}
	for _, kind := range []string{"CronTab", "Nothing"} {
		mapping, err := mapper.RESTMapping(schema.GroupKind{Group: cronTabs.Group, Kind: kind})
		if err != nil {
			s.say("mapping "+kind, nil, err)
			continue
		}
		s.say("mapping "+kind, []any{mapping.Resource, mapping.GroupVersionKind, mapping.Scope.Name()}, nil)
	}
	return nil
}

func cronTab(name string, spec map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "stable.example.com/v1", "kind": "CronTab",
		"metadata": map[string]any{"name": name, "labels": map[string]any{"of": "go"}},
		"spec":     spec,
	}}
}

func nightly() map[string]any { return map[string]any{"cronSpec": "0 3 * * *", "image": "backup"} }

func useDynamic(s *session) error {
	client, err := dynamic.NewForConfig(s.config)
	if err != nil {
		return err
	}
	tabs := client.Resource(cronTabs).Namespace("default")
	created, err := tabs.Create(s, cronTab("dynamic", nightly()), metav1.CreateOptions{FieldManager: "go"})
	s.say("create", created, err)
	_, err = tabs.Create(s, cronTab("dynamic", nightly()), metav1.CreateOptions{})
	s.say("create again", nil, err)
	_, err = tabs.Create(s, cronTab("bad", map[string]any{"cronSpec": "0 3 * * *", "image": 5}), metav1.CreateOptions{})
	s.say("create bad", nil, err)
	dry, err := tabs.Create(s, cronTab("dry", nightly()), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	s.say("create dry", dry, err)
	_, err = tabs.Create(s, cronTab("strict", map[string]any{"cronSpec": "0 3 * * *", "image": "x", "more": 1}),
		metav1.CreateOptions{FieldValidation: "Strict"})
	s.say("create strict", nil, err)
	got, err := tabs.Get(s, "dynamic", metav1.GetOptions{})
	s.say("get", got, err)
	stale := got.DeepCopy()
	fail(unstructured.SetNestedField(got.Object, int64(3), "spec", "replicas"))
	updated, err := tabs.Update(s, got, metav1.UpdateOptions{FieldManager: "go"})
	s.say("update", updated, err)
	_, err = tabs.Update(s, stale, metav1.UpdateOptions{})
	s.say("update stale", nil, err)
	fail(unstructured.SetNestedField(updated.Object, int64(3), "status", "replicas"))
	status, err := tabs.UpdateStatus(s, updated, metav1.UpdateOptions{FieldManager: "go"})
	s.say("update status", status, err)
	for kind, patch := range map[types.PatchType]string{types.MergePatchType: `{"spec":{"replicas":4}}`} {
		patched, err := tabs.Patch(s, "dynamic", kind, []byte(patch), metav1.PatchOptions{FieldManager: "go"})
		s.say("merge patch", patched, err)
	}
	patched, err := tabs.Patch(s, "dynamic", types.JSONPatchType,
		[]byte(`[{"op":"test","path":"/spec/replicas","value":4},{"op":"remove","path":"/spec/replicas"}]`),
		metav1.PatchOptions{FieldManager: "go"})
	s.say("json patch", patched, err)
	_, err = tabs.Patch(s, "dynamic", types.StrategicMergePatchType, []byte(`{}`), metav1.PatchOptions{})
	s.say("strategic patch", nil, err)
	for _, selector := range []string{"of=go", "of!=go", "of in (go,js)", "of="} {
		list, err := tabs.List(s, metav1.ListOptions{LabelSelector: selector})
		s.say("list "+selector, names(list), err)
	}
	_, err = tabs.List(s, metav1.ListOptions{FieldSelector: "spec.image=backup"})
	s.say("list by field", nil, err)
	_, err = tabs.List(s, metav1.ListOptions{ResourceVersion: "nonsense"})
	s.say("list at nonsense", nil, err)
	for index := range 3 {
		_, err := tabs.Create(s, cronTab(fmt.Sprintf("page-%d", index), nightly()), metav1.CreateOptions{})
		fail(err)
	}
	page, err := tabs.List(s, metav1.ListOptions{Limit: 2})
	s.say("page", []any{names(page), page.GetRemainingItemCount()}, err)
	rest, err := tabs.List(s, metav1.ListOptions{Limit: 2, Continue: page.GetContinue()})
	s.say("next page", []any{names(rest), rest.GetRemainingItemCount()}, err)
	uid := types.UID("other")
	err = tabs.Delete(s, "dynamic", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}})
	s.say("delete with precondition", nil, err)
	s.say("delete", nil, tabs.Delete(s, "dynamic", metav1.DeleteOptions{}))
	s.say("delete again", nil, tabs.Delete(s, "dynamic", metav1.DeleteOptions{}))
	s.say("delete all", nil, tabs.DeleteCollection(s, metav1.DeleteOptions{}, metav1.ListOptions{}))
	left, err := tabs.List(s, metav1.ListOptions{})
	s.say("left", names(left), err)
	return nil
}

func names(list *unstructured.UnstructuredList) []string {
	found := []string{}
	if list != nil {
		for _, item := range list.Items {
			found = append(found, item.GetName())
		}
	}
	return found
}

func applyDynamic(s *session) error {
	client, err := dynamic.NewForConfig(s.config)
	if err != nil {
		return err
	}
	tabs := client.Resource(cronTabs).Namespace("default")
	apply := func(what, manager string, force bool, spec map[string]any) {
		applied, err := tabs.Apply(s, "applied", cronTab("applied", spec),
			metav1.ApplyOptions{FieldManager: manager, Force: force})
		s.say(what, applied, err)
	}
	apply("apply", "one", false, nightly())
	apply("apply the same", "one", false, nightly())
	other := map[string]any{"cronSpec": "0 4 * * *", "image": "backup"}
	apply("apply in conflict", "two", false, other)
	apply("apply by force", "two", true, other)
	apply("give up the rest", "one", false, map[string]any{"image": "backup"})
	apply("without a manager", "", false, nightly())
	status := cronTab("applied", nil)
	delete(status.Object, "spec")
	status.Object["status"] = map[string]any{"replicas": int64(2)}
	applied, err := tabs.ApplyStatus(s, "applied", status, metav1.ApplyOptions{FieldManager: "status"})
	s.say("apply status", applied, err)
	return tabs.Delete(s, "applied", metav1.DeleteOptions{})
}

func watchDynamic(s *session) error {
	client, err := dynamic.NewForConfig(s.config)
	if err != nil {
		return err
	}
	tabs := client.Resource(cronTabs).Namespace("default")
	_, err = tabs.Create(s, cronTab("before", nightly()), metav1.CreateOptions{})
	fail(err)
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, "default", nil)
	informer := factory.ForResource(cronTabs).Informer()
	seen := &events{}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { seen.add("add", object) },
		UpdateFunc: func(_, object any) { seen.add("update", object) },
		DeleteFunc: func(object any) { seen.add("delete", object) },
	})
	fail(err)
	factory.Start(s.Done())
	factory.WaitForCacheSync(s.Done())
	created, err := tabs.Create(s, cronTab("after", nightly()), metav1.CreateOptions{})
	fail(err)
	fail(unstructured.SetNestedField(created.Object, int64(2), "spec", "replicas"))
	_, err = tabs.Update(s, created, metav1.UpdateOptions{})
	fail(err)
	fail(tabs.Delete(s, "before", metav1.DeleteOptions{}))
	fail(tabs.Delete(s, "after", metav1.DeleteOptions{}))
	if err := s.until("events", func() bool { return len(seen.list()) >= 5 }); err != nil {
		return err
	}
	s.say("events", seen.list(), nil)
	s.say("left in the cache", informer.GetStore().ListKeys(), nil)
	return nil
}

type events struct {
	sync.Mutex
	lines []string
}

func (e *events) add(what string, object any) {
	e.Lock()
	defer e.Unlock()
	if gone, is := object.(cache.DeletedFinalStateUnknown); is {
		object = gone.Obj
	}
	meta := object.(metav1.Object)
	e.lines = append(e.lines, fmt.Sprintf("%s %s generation %d", what, meta.GetName(), meta.GetGeneration()))
}

func (e *events) list() []string {
	e.Lock()
	defer e.Unlock()
	return append([]string{}, e.lines...)
}

func useScale(s *session) error {
	client, err := discovery.NewDiscoveryClientForConfig(s.config)
	if err != nil {
		return err
	}
	cached := memory.NewMemCacheClient(client)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(cached)
	scales, err := scale.NewForConfig(s.config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(client))
	if err != nil {
		return err
	}
	objects, err := dynamic.NewForConfig(s.config)
	if err != nil {
		return err
	}
	tabs := objects.Resource(cronTabs).Namespace("default")
	_, err = tabs.Create(s, cronTab("scaled", nightly()), metav1.CreateOptions{})
	fail(err)
	of := scales.Scales("default")
	got, err := of.Get(s, cronTabs.GroupResource(), "scaled", metav1.GetOptions{})
	s.say("get", got, err)
	got.Spec.Replicas = 7
	updated, err := of.Update(s, cronTabs.GroupResource(), got, metav1.UpdateOptions{})
	s.say("update", updated, err)
	patched, err := of.Patch(s, cronTabs, "scaled", types.MergePatchType, []byte(`{"spec":{"replicas":9}}`), metav1.PatchOptions{})
	s.say("patch", patched, err)
	got.Spec.Replicas = -1
	_, err = of.Update(s, cronTabs.GroupResource(), got, metav1.UpdateOptions{})
	s.say("update stale", nil, err)
	_, err = of.Get(s, cronTabs.GroupResource(), "none", metav1.GetOptions{})
	s.say("get none", nil, err)
	return tabs.Delete(s, "scaled", metav1.DeleteOptions{})
}

func useMetadata(s *session) error {
	client, err := metadata.NewForConfig(s.config)
	if err != nil {
		return err
	}
	objects, err := dynamic.NewForConfig(s.config)
	if err != nil {
		return err
	}
	tabs, metas := objects.Resource(cronTabs).Namespace("default"), client.Resource(cronTabs).Namespace("default")
	created, err := tabs.Create(s, cronTab("meta", nightly()), metav1.CreateOptions{})
	fail(err)
	got, err := metas.Get(s, "meta", metav1.GetOptions{})
	s.say("get", got, err)
	_, err = metas.Get(s, "none", metav1.GetOptions{})
	s.say("get none", nil, err)
	list, err := metas.List(s, metav1.ListOptions{})
	s.say("list", list, err)
	watched, err := metas.Watch(s, metav1.ListOptions{ResourceVersion: created.GetResourceVersion(), AllowWatchBookmarks: true})
	if err != nil {
		return err
	}
	patched, err := metas.Patch(s, "meta", types.MergePatchType, []byte(`{"metadata":{"labels":{"more":"1"}}}`), metav1.PatchOptions{})
	s.say("patch", patched, err)
	s.say("delete", nil, metas.Delete(s, "meta", metav1.DeleteOptions{}))
	for range 2 {
		event := <-watched.ResultChan()
		s.say("event "+string(event.Type), event.Object, nil)
	}
	watched.Stop()
	return nil
}

func useCRDs(s *session) error {
	client, err := apiextensions.NewForConfig(s.config)
	if err != nil {
		return err
	}
	crds := client.ApiextensionsV1().CustomResourceDefinitions()
	preserve, nothing := true, apiextensionsv1.JSON{Raw: []byte(`{"a":[1,"b"]}`)}
	crd := &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "boats.go.example.com"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "go.example.com", Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "boats", Kind: "Boat"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{
						"spec":   {Type: "object", XPreserveUnknownFields: &preserve, Default: &nothing},
						"sails":  {Type: "array", Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}}},
						"ropes":  {Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &apiextensionsv1.JSONSchemaProps{Type: "number"}}},
						"status": {Type: "object", XValidations: apiextensionsv1.ValidationRules{{Rule: "true"}}},
					},
				}},
			}},
		},
	}
	created, err := crds.Create(s, crd, metav1.CreateOptions{})
	s.say("create", created, err)
	bad := crd.DeepCopy()
	bad.Spec.Names.Kind = ""
	_, err = crds.Create(s, bad, metav1.CreateOptions{})
	s.say("create bad", nil, err)
	established := func(crd *apiextensionsv1.CustomResourceDefinition) bool {
		for _, condition := range crd.Status.Conditions {
			if condition.Type == apiextensionsv1.Established && condition.Status == apiextensionsv1.ConditionTrue {
				return true
			}
		}
		return false
	}
	fail(s.until("established", func() bool {
		created, err = crds.Get(s, crd.Name, metav1.GetOptions{})
		return err == nil && established(created)
	}))
	s.say("get", created, err)
	created.Spec.Versions[0].AdditionalPrinterColumns = []apiextensionsv1.CustomResourceColumnDefinition{
		{Name: "Age", Type: "date", JSONPath: ".metadata.creationTimestamp"}}
	updated, err := crds.Update(s, created, metav1.UpdateOptions{})
	s.say("update", updated, err)
	patched, err := crds.Patch(s, crd.Name, types.MergePatchType, []byte(`{"metadata":{"annotations":{"a":"b"}}}`), metav1.PatchOptions{})
	s.say("patch", patched, err)
	watched, err := crds.Watch(s, metav1.ListOptions{FieldSelector: "metadata.name=" + crd.Name, ResourceVersion: patched.ResourceVersion})
	if err != nil {
		return err
	}
	s.say("delete", nil, crds.Delete(s, crd.Name, metav1.DeleteOptions{}))
	for event := range watched.ResultChan() {
		if event.Type == watch.Deleted {
			s.say("event", event.Type, nil)
			break
		}
	}
	watched.Stop()
	return nil
}

// electLeaders lets two elect, one after the other. It says who led.
func electLeaders(s *session) error {
	client, err := kubernetes.NewForConfig(s.config)
	if err != nil {
		return err
	}
	for _, identity := range []string{"one", "two"} {
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: "default"},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		}
		ctx, cancel := context.WithCancel(s)
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 200 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) {
					lease, err := client.CoordinationV1().Leases("default").Get(s, "leader", metav1.GetOptions{})
					s.say(identity+" leads", []any{lease.Spec.HolderIdentity, lease.Spec.LeaseDurationSeconds, lease.Spec.LeaseTransitions}, err)
					cancel()
				},
				OnStoppedLeading: func() { s.say(identity+" stopped", nil, nil) },
			},
		})
	}
	lease, err := client.CoordinationV1().Leases("default").Get(s, "leader", metav1.GetOptions{})
	s.say("at last", []any{lease.Spec.HolderIdentity, lease.Spec.LeaseTransitions}, err)
	return client.CoordinationV1().Leases("default").Delete(s, "leader", metav1.DeleteOptions{})
}

func useLeases(s *session) error {
	client, err := kubernetes.NewForConfig(s.config)
	if err != nil {
		return err
	}
	leases := client.CoordinationV1().Leases("default")
	spec := coordinationapply.LeaseSpec().WithHolderIdentity("one").WithLeaseDurationSeconds(15)
	config := coordinationapply.Lease("applied", "default").WithSpec(spec)
	applied, err := leases.Apply(s, config, metav1.ApplyOptions{FieldManager: "one"})
	s.say("apply", applied, err)
	spec.WithHolderIdentity("two")
	_, err = leases.Apply(s, config, metav1.ApplyOptions{FieldManager: "two"})
	s.say("apply in conflict", nil, err)
	applied, err = leases.Apply(s, config, metav1.ApplyOptions{FieldManager: "two", Force: true})
	s.say("apply by force", applied, err)
	extracted, err := coordinationapply.ExtractLease(applied, "one")
	s.say("owned by one", extracted, err)
	renewed := metav1.NewMicroTime(time.UnixMicro(1_700_000_000_123_456))
	applied.Spec.RenewTime = &renewed
	updated, err := leases.Update(s, applied, metav1.UpdateOptions{FieldManager: "three"})
	s.say("update", updated, err)
	_, err = leases.Update(s, applied, metav1.UpdateOptions{})
	s.say("update stale", nil, err)
	list, err := leases.List(s, metav1.ListOptions{FieldSelector: "metadata.name=applied"})
	s.say("list", list, err)
	s.say("delete", nil, leases.Delete(s, "applied", metav1.DeleteOptions{}))
	_, err = leases.Get(s, "applied", metav1.GetOptions{})
	s.say("get", nil, err)
	_, err = leases.Create(s, &coordinationv1.Lease{}, metav1.CreateOptions{})
	s.say("create without a name", nil, err)
	return nil
}

// useBuiltins is for servers that have the core group.
func useBuiltins(s *session) error {
	client, err := kubernetes.NewForConfig(s.config)
	if err != nil {
		return err
	}
	namespace, err := client.CoreV1().Namespaces().Create(s, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "go"}}, metav1.CreateOptions{})
	s.say("create namespace", namespace, err)
	maps := client.CoreV1().ConfigMaps("go")
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("go"))
	seen := &events{}
	_, err = factory.Core().V1().ConfigMaps().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { seen.add("add", object) },
		UpdateFunc: func(_, object any) { seen.add("update", object) },
		DeleteFunc: func(object any) { seen.add("delete", object) },
	})
	fail(err)
	factory.Start(s.Done())
	factory.WaitForCacheSync(s.Done())
	created, err := maps.Create(s, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "map", Labels: map[string]string{"of": "go"}, Finalizers: []string{"a.example.com/x"}},
		Data:       map[string]string{"b": "2", "a": "ä\n"}, BinaryData: map[string][]byte{"x": {0, 255, 1}},
	}, metav1.CreateOptions{FieldManager: "go"})
	s.say("create map", created, err)
	created.Data["c"] = "3"
	updated, err := maps.Update(s, created, metav1.UpdateOptions{FieldManager: "go"})
	s.say("update map", updated, err)
	_, err = maps.Update(s, created, metav1.UpdateOptions{})
	s.say("update stale", nil, err)
	patched, err := maps.Patch(s, "map", types.StrategicMergePatchType,
		[]byte(`{"metadata":{"finalizers":["b.example.com/y"]},"data":{"a":null}}`), metav1.PatchOptions{FieldManager: "go"})
	s.say("strategic patch", patched, err)
	patched, err = maps.Patch(s, "map", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{FieldManager: "go"})
	s.say("merge patch", patched, err)
	applied, err := maps.Apply(s, coreapply.ConfigMap("map", "go").WithData(map[string]string{"b": "4"}), metav1.ApplyOptions{FieldManager: "other"})
	s.say("apply in conflict", nil, err)
	applied, err = maps.Apply(s, coreapply.ConfigMap("map", "go").WithData(map[string]string{"b": "4"}), metav1.ApplyOptions{FieldManager: "other", Force: true})
	s.say("apply", applied, err)
	list, err := maps.List(s, metav1.ListOptions{LabelSelector: "of=go"})
	s.say("list maps", list, err)
	_, err = maps.Get(s, "none", metav1.GetOptions{})
	s.say("get none", nil, err)
	secret, err := client.CoreV1().Secrets("go").Create(s, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "secret-"}, Type: corev1.SecretTypeOpaque, Data: map[string][]byte{"k": []byte("v")},
	}, metav1.CreateOptions{})
	if err == nil {
		s.say("generated name", strings.HasPrefix(secret.Name, "secret-") && len(secret.Name) == 12, nil)
		secret.Name = "secret-x"
	}
	s.say("create secret", secret, err)
	account, err := client.CoreV1().ServiceAccounts("go").Create(s, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "account"},
		ImagePullSecrets: []corev1.LocalObjectReference{{Name: "pull"}}}, metav1.CreateOptions{})
	s.say("create account", account, err)
	broadcaster := record.NewBroadcaster(record.WithContext(s))
	sink := &v1Sink{s, client, make(chan struct{}, 1)}
	broadcaster.StartRecordingToSink(sink)
	recorder := broadcaster.NewRecorder(newScheme(), corev1.EventSource{Component: "go"})
	recorder.Event(updated, corev1.EventTypeNormal, "Tested", "it was tested")
	<-sink.done
	broadcaster.Shutdown()
	found, err := client.CoreV1().Events("go").List(s, metav1.ListOptions{})
	if err == nil && len(found.Items) == 1 {
		event := found.Items[0]
		s.say("event", []any{event.InvolvedObject.Name, event.Reason, event.Message, event.Count, event.Source, !event.FirstTimestamp.IsZero()}, nil)
	} else {
		s.say("events", found, err)
	}
	s.say("delete map", nil, maps.Delete(s, "map", *metav1.NewDeleteOptions(0)))
	fail(s.until("events", func() bool {
		list := seen.list()
		return len(list) > 0 && strings.HasPrefix(list[len(list)-1], "delete")
	}))
	s.say("informer", seen.list(), nil)
	s.say("delete all secrets", nil, client.CoreV1().Secrets("go").DeleteCollection(s, metav1.DeleteOptions{}, metav1.ListOptions{}))
	s.say("delete namespace", nil, client.CoreV1().Namespaces().Delete(s, "go", metav1.DeleteOptions{}))
	fail(s.until("namespace is gone", func() bool {
		_, err := client.CoreV1().Namespaces().Get(s, "go", metav1.GetOptions{})
		return err != nil
	}))
	return nil
}

// v1Sink writes events, and says when the first was written.
type v1Sink struct {
	*session
	client kubernetes.Interface
	done   chan struct{}
}

func (s *v1Sink) Create(event *corev1.Event) (*corev1.Event, error) {
	created, err := s.client.CoreV1().Events(event.Namespace).Create(s, event, metav1.CreateOptions{})
	fail(err)
	s.done <- struct{}{}
	return created, err
}

func (s *v1Sink) Update(event *corev1.Event) (*corev1.Event, error) {
	return s.client.CoreV1().Events(event.Namespace).Update(s, event, metav1.UpdateOptions{})
}

func (s *v1Sink) Patch(event *corev1.Event, data []byte) (*corev1.Event, error) {
	return s.client.CoreV1().Events(event.Namespace).Patch(s, event.Name, types.StrategicMergePatchType, data, metav1.PatchOptions{})
}
