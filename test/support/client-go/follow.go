package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

// follow prints each event of an informer as a line of JSON, until its input ends.
func follow(kubeconfig, group, resource string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	kind := schema.GroupVersionResource{Group: group, Version: "v1", Resource: resource}
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, "default", nil)
	var lock sync.Mutex
	tell := func(event string, object any) {
		if gone, is := object.(cache.DeletedFinalStateUnknown); is {
			object = gone.Obj
		}
		item := object.(*unstructured.Unstructured)
		line, err := json.Marshal(map[string]string{
			"event": event, "name": item.GetName(), "uid": string(item.GetUID()), "version": item.GetResourceVersion(),
		})
		fail(err)
		lock.Lock()
		defer lock.Unlock()
		fmt.Println(string(line))
	}
	informer := factory.ForResource(kind).Informer()
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { tell("added", object) },
		UpdateFunc: func(_, object any) { tell("updated", object) },
		DeleteFunc: func(object any) { tell("deleted", object) },
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory.Start(ctx.Done())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
