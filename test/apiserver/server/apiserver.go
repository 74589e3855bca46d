package main

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"

	"github.com/spf13/pflag"
	"go.opentelemetry.io/otel/trace/noop"

	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	"k8s.io/apiserver/pkg/authentication/authenticatorfactory"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/endpoints/discovery/aggregated"
	openapinamer "k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/util/openapi"
	"k8s.io/apiserver/pkg/util/webhook"
	"k8s.io/client-go/kubernetes/scheme"
)

// newAPIServer puts together the server and the address that it listens on already.
func newAPIServer(s settings, etcd string) (*genericapiserver.GenericAPIServer, string, error) {
	opts, address, err := newOptions(s, etcd)
	if err != nil {
		return nil, "", err
	}
	config, err := newConfig(opts)
	if err != nil {
		return nil, "", err
	}
	setAccess(&config.Config, s.token)
	setOpenAPI(&config.Config)

	extensions := apiserver.Config{
		GenericConfig: config,
		ExtraConfig: apiserver.ExtraConfig{
			CRDRESTOptionsGetter: options.NewCRDRESTOptionsGetter(
				*opts.RecommendedOptions.Etcd, config.ResourceTransformers, config.StorageObjectCountTracker),
			ServiceResolver: noServices{},
			AuthResolverWrapper: webhook.NewDefaultAuthenticationInfoResolverWrapper(
				nil, nil, config.LoopbackClientConfig, noop.NewTracerProvider()),
		},
	}
	server, err := extensions.Complete().New(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, "", err
	}
	serveDiscovery(server.GenericAPIServer)
	return server.GenericAPIServer, address, nil
}

// serveDiscovery lists all groups in one document each, which a whole API server does by its aggregator.
func serveDiscovery(server *genericapiserver.GenericAPIServer) {
	mux := server.Handler.NonGoRestfulMux
	core, others := server.AggregatedLegacyDiscoveryGroupManager, server.AggregatedDiscoveryGroupManager
	mux.Handle("/api", aggregated.WrapAggregatedDiscoveryToHandler(http.NotFoundHandler(), core, core))
	mux.Handle("/apis", aggregated.WrapAggregatedDiscoveryToHandler(server.DiscoveryGroupManager, others, others))
}

func newOptions(s settings, etcd string) (*options.CustomResourceDefinitionsServerOptions, string, error) {
	opts := options.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	flags := pflag.NewFlagSet("server", pflag.ContinueOnError)
	opts.AddFlags(flags)
	args := []string{
		"--etcd-servers=" + etcd,
		"--etcd-compaction-interval=" + s.compactionInterval.String(),
		"--enable-priority-and-fairness=false",
		"--cert-dir=" + s.dir,
	}
	if s.emulatedVersion != "" {
		args = append(args, "--emulated-version="+s.emulatedVersion)
	}
	if err := flags.Parse(args); err != nil {
		return nil, "", err
	}

	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
	if err != nil {
		return nil, "", err
	}
	loopback := net.IPv4(127, 0, 0, 1)
	recommended := opts.RecommendedOptions
	recommended.SecureServing.Listener = listener
	recommended.SecureServing.BindPort = listener.Addr().(*net.TCPAddr).Port
	recommended.SecureServing.ExternalAddress = loopback
	// There is no cluster around this server that could answer for any of these.
	recommended.Authentication = nil
	recommended.Authorization = nil
	recommended.Admission = nil
	recommended.CoreAPI = nil

	for _, step := range []func() error{
		opts.ServerRunOptions.ComponentGlobalsRegistry.Set,
		opts.Complete,
		opts.Validate,
		func() error {
			return recommended.SecureServing.MaybeDefaultWithSelfSignedCerts("localhost", nil, []net.IP{loopback})
		},
	} {
		if err := step(); err != nil {
			return nil, "", err
		}
	}
	return opts, "https://" + listener.Addr().String(), nil
}

func newConfig(opts *options.CustomResourceDefinitionsServerOptions) (*genericapiserver.RecommendedConfig, error) {
	config := genericapiserver.NewRecommendedConfig(apiserver.Codecs)
	if err := opts.ServerRunOptions.ApplyTo(&config.Config); err != nil {
		return nil, err
	}
	if err := opts.RecommendedOptions.ApplyTo(config); err != nil {
		return nil, err
	}
	if err := opts.APIEnablement.RuntimeConfig.Set("api/all=true"); err != nil {
		return nil, err
	}
	resources := apiserver.DefaultAPIResourceConfigSource()
	return config, opts.APIEnablement.ApplyTo(&config.Config, resources, apiserver.Scheme)
}

// setAccess lets in who has the token, as a superuser, and nobody else.
func setAccess(config *genericapiserver.Config, token string) {
	own := config.LoopbackClientConfig.BearerToken
	tokens := map[string]*user.DefaultInfo{
		token: {Name: "tester", UID: "1", Groups: []string{user.SystemPrivilegedGroup}},
		own:   {Name: user.APIServerUser, Groups: []string{user.SystemPrivilegedGroup}},
	}
	config.Authentication.Authenticator = authenticatorfactory.NewFromTokens(tokens, nil)
	config.Authorization.Authorizer = authorizerfactory.NewAlwaysAllowAuthorizer()
}

func setOpenAPI(config *genericapiserver.Config) {
	definitions := openapi.GetOpenAPIDefinitionsWithoutDisabledFeatures(generatedopenapi.GetOpenAPIDefinitions)
	namer := openapinamer.NewDefinitionNamer(apiserver.Scheme, scheme.Scheme)
	config.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(definitions, namer)
	config.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(definitions, namer)
}

// noServices answers conversion webhooks that name a Service: those must give a URL.
type noServices struct{}

func (noServices) ResolveEndpoint(namespace, name string, port int32) (*url.URL, error) {
	return nil, fmt.Errorf("no services here, thus no %s/%s:%d", namespace, name, port)
}
