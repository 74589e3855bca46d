package controller

import (
	"context"

	v1 "example.com/site-operator/api/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const hostsName = "site-hosts"

// Hosts keeps which site has which host: a ConfigMap in the operator's own namespace, in the place
// of a DNS provider.
type Hosts struct {
	Client client.Client
	// Reader reads past the cache, as two sites may claim one host at once.
	Reader    client.Reader
	Namespace string
}

// Claim gives a site its host; false where another site has it.
func (h *Hosts) Claim(ctx context.Context, site *v1.Site) (bool, error) {
	if site.Spec.Host == nil {
		return true, nil
	}
	host, claimant, owner := *site.Spec.Host, nameOf(site), ""
	err := retry.OnError(retry.DefaultRetry, isRace, func() error {
		hosts, err := h.read(ctx)
		if err != nil {
			return err
		}
		owner = hosts.Data[host]
		if owner != "" {
			return nil
		}
		if hosts.Data == nil {
			hosts.Data = map[string]string{}
		}
		hosts.Data[host], owner = claimant, claimant
		if hosts.ResourceVersion == "" {
			return h.Client.Create(ctx, hosts)
		}
		return h.Client.Update(ctx, hosts)
	})
	return owner == claimant, err
}

// Release takes the host of a site back, if it has one.
func (h *Hosts) Release(ctx context.Context, site *v1.Site) error {
	if site.Spec.Host == nil {
		return nil
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		hosts, err := h.read(ctx)
		if err != nil || hosts.Data[*site.Spec.Host] != nameOf(site) {
			return err
		}
		delete(hosts.Data, *site.Spec.Host)
		return h.Client.Update(ctx, hosts)
	})
}

func (h *Hosts) read(ctx context.Context) (*corev1.ConfigMap, error) {
	hosts := &corev1.ConfigMap{}
	hosts.Name, hosts.Namespace = hostsName, h.Namespace
	key := types.NamespacedName{Namespace: h.Namespace, Name: hostsName}
	return hosts, client.IgnoreNotFound(h.Reader.Get(ctx, key, hosts))
}

func isRace(err error) bool {
	return apierrors.IsConflict(err) || apierrors.IsAlreadyExists(err)
}

func nameOf(site *v1.Site) string {
	return site.Namespace + "/" + site.Name
}
