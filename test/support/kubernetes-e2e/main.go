// Runs Kubernetes' own end-to-end tests of what an API server does with custom resources and the
// kinds beside them, without those of nodes, networks and storage, which take minutes to build and
// need a cluster. It takes the flags of e2e.test: -kubeconfig, -ginkgo.focus, -ginkgo.dry-run and
// -ginkgo.json-report.
package main

import (
	"flag"
	"os"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"
	_ "k8s.io/kubernetes/test/e2e/apimachinery"
	_ "k8s.io/kubernetes/test/e2e/auth"
	"k8s.io/kubernetes/test/e2e/common"
	_ "k8s.io/kubernetes/test/e2e/common/node"
	_ "k8s.io/kubernetes/test/e2e/feature"
	"k8s.io/kubernetes/test/e2e/framework"
	"k8s.io/kubernetes/test/e2e/framework/config"
	"k8s.io/kubernetes/test/e2e/framework/testfiles"
	_ "k8s.io/kubernetes/test/e2e/instrumentation"
	_ "k8s.io/kubernetes/test/e2e/kubectl"
	e2etestingmanifests "k8s.io/kubernetes/test/e2e/testing-manifests"
	testfixtures "k8s.io/kubernetes/test/fixtures"
)

// outcome stands in for *testing.T, which a program has not.
type outcome struct{ failed bool }

func (o *outcome) Fail() { o.failed = true }

func main() {
	// A program, not a test binary, has no test flags; ginkgo's are its own.
	config.CopyFlags(config.Flags, flag.CommandLine)
	framework.RegisterCommonFlags(flag.CommandLine)
	framework.RegisterClusterFlags(flag.CommandLine)
	flag.Parse()
	testfiles.AddFileSource(e2etestingmanifests.GetE2ETestingManifestsFS())
	testfiles.AddFileSource(testfixtures.GetTestFixturesFS())
	framework.AfterReadingAllFlags(&framework.TestContext)
	common.CurrentSuite = common.E2E
	gomega.RegisterFailHandler(framework.Fail)

	suite, reporter := framework.CreateGinkgoConfig()
	result := &outcome{}
	ginkgo.RunSpecs(result, "Kubernetes", suite, reporter)
	if result.failed {
		os.Exit(1)
	}
}
