package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"sigs.k8s.io/randfill"

	authorizationv1 "k8s.io/api/authorization/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
)

// message is an object, once as JSON and once as bytes.
type message struct {
	JSON  json.RawMessage `json:"json"`
	Bytes string          `json:"bytes"`
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, eventsv1.AddToScheme, coordinationv1.AddToScheme,
		authorizationv1.AddToScheme, apiextensionsv1.AddToScheme, metav1.AddMetaToScheme,
	} {
		fail(add(scheme))
	}
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	return scheme
}

func prototypes() []runtime.Object {
	return []runtime.Object{
		&corev1.Namespace{}, &corev1.ConfigMap{}, &corev1.Secret{}, &corev1.ServiceAccount{}, &corev1.Event{},
		&corev1.NamespaceList{}, &corev1.ConfigMapList{}, &corev1.SecretList{}, &corev1.ServiceAccountList{},
		&corev1.EventList{}, &eventsv1.Event{}, &eventsv1.EventList{}, &coordinationv1.Lease{},
		&coordinationv1.LeaseList{}, &authorizationv1.SelfSubjectAccessReview{}, &metav1.Status{},
		&metav1.DeleteOptions{}, &metav1.PartialObjectMetadata{}, &metav1.PartialObjectMetadataList{},
		&metav1.APIGroup{}, &metav1.APIGroupList{}, &metav1.APIResourceList{}, &metav1.APIVersions{},
		&apiextensionsv1.CustomResourceDefinition{}, &apiextensionsv1.CustomResourceDefinitionList{},
	}
}

// printMessages prints random objects of all kinds.
func printMessages(seed, count string) error {
	number, err := strconv.ParseInt(seed, 10, 64)
	if err != nil {
		return err
	}
	rounds, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	scheme := newScheme()
	serializer := protobuf.NewSerializer(scheme, scheme)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	filler := newFiller(number)
	for range rounds {
		for _, prototype := range prototypes() {
			object := prototype.DeepCopyObject()
			filler.Fill(object)
			kinds, _, err := scheme.ObjectKinds(object)
			if err != nil {
				return err
			}
			object.GetObjectKind().SetGroupVersionKind(kinds[0])
			if err := printMessage(out, serializer, object); err != nil {
				return err
			}
		}
	}
	return nil
}

func printMessage(out io.Writer, serializer runtime.Encoder, object runtime.Object) error {
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	var encoded bytes.Buffer
	if err := serializer.Encode(object, &encoded); err != nil {
		return err
	}
	line, err := json.Marshal(message{text, base64.StdEncoding.EncodeToString(encoded.Bytes())})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", line)
	return err
}

// decodeMessages reads bytes in base64, one object a line, and prints each as JSON.
func decodeMessages(in io.Reader) error {
	scheme := newScheme()
	serializer := protobuf.NewSerializer(scheme, scheme)
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(line))
		if err != nil {
			return err
		}
		object, _, err := serializer.Decode(data, nil, nil)
		if err != nil {
			return err
		}
		text, err := json.Marshal(object)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", text)
	}
}

// newFiller makes values that survive JSON: times in the precision of their type, which are there, and schemas
// of little depth.
func newFiller(seed int64) *randfill.Filler {
	return randfill.NewWithSeed(seed).NilChance(0.4).NumElements(0, 3).MaxDepth(11).Funcs(
		func(value *string, c randfill.Continue) { *value = c.String(12) },
		func(value *[]byte, c randfill.Continue) { *value = []byte(c.String(9) + "\xff\x00") },
		func(value *metav1.TypeMeta, c randfill.Continue) {},
		func(value *metav1.Time, c randfill.Continue) {
			*value = metav1.Unix(c.Int63n(4_000_000_000)+1, 0)
		},
		func(value *metav1.MicroTime, c randfill.Continue) {
			*value = metav1.NewMicroTime(time.UnixMicro(c.Int63n(4_000_000_000_000_000) + 1))
		},
		func(value *metav1.FieldsV1, c randfill.Continue) { value.SetRawString(`{"f:a":{".":{},"f:b":{}}}`) },
		func(value *apiextensionsv1.JSON, c randfill.Continue) {
			samples := []string{`1`, `"a"`, `[1,"b",{"c":true}]`, `{"a":1.5}`}
			value.Raw = []byte(samples[c.Intn(len(samples))])
		},
		func(value *apiextensionsv1.JSONSchemaPropsOrBool, c randfill.Continue) {
			if value.Allows = c.Bool(); value.Allows && c.Bool() {
				value.Schema = &apiextensionsv1.JSONSchemaProps{Type: "string"}
			}
		},
		func(value *apiextensionsv1.JSONSchemaPropsOrArray, c randfill.Continue) {
			if c.Bool() {
				value.Schema = &apiextensionsv1.JSONSchemaProps{Type: "string"}
			} else {
				value.JSONSchemas = []apiextensionsv1.JSONSchemaProps{{Type: "integer"}, {}}
			}
		},
		func(value *apiextensionsv1.JSONSchemaPropsOrStringArray, c randfill.Continue) {
			if c.Bool() {
				value.Schema = &apiextensionsv1.JSONSchemaProps{Type: "string"}
			} else {
				value.Property = []string{"a", "b"}
			}
		},
	)
}
