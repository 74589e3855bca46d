package webhook

import (
	"context"
	"fmt"

	v1 "example.com/site-operator/api/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const hostIndex = "host"

// SiteValidator refuses a site whose host another one has: no rule of a CRD sees two objects.
type SiteValidator struct {
	Client client.Reader
}

// Setup registers the validator and the conversion.
func Setup(ctx context.Context, mgr ctrl.Manager) error {
	index := func(object client.Object) []string {
		if host := object.(*v1.Site).Spec.Host; host != nil {
			return []string{*host}
		}
		return nil
	}
	if err := mgr.GetFieldIndexer().IndexField(ctx, &v1.Site{}, hostIndex, index); err != nil {
		return err
	}
	return ctrl.NewWebhookManagedBy(mgr, &v1.Site{}).
		WithValidator(&SiteValidator{mgr.GetClient()}).
		WithValidatorCustomPath("/validate").
		Complete()
}

// ValidateCreate judges a new site.
func (v *SiteValidator) ValidateCreate(ctx context.Context, site *v1.Site) (admission.Warnings, error) {
	if site.Spec.Host == nil {
		return nil, nil
	}
	others := &v1.SiteList{}
	if err := v.Client.List(ctx, others, client.MatchingFields{hostIndex: *site.Spec.Host}); err != nil {
		return nil, err
	}
	for _, other := range others.Items {
		if other.Namespace != site.Namespace || other.Name != site.Name {
			return nil, fmt.Errorf("spec.host: %s is that of %s/%s", *site.Spec.Host, other.Namespace, other.Name)
		}
	}
	return nil, nil
}

// ValidateUpdate judges a change.
func (v *SiteValidator) ValidateUpdate(ctx context.Context, _, site *v1.Site) (admission.Warnings, error) {
	return v.ValidateCreate(ctx, site)
}

// ValidateDelete lets every site go.
func (v *SiteValidator) ValidateDelete(context.Context, *v1.Site) (admission.Warnings, error) {
	return nil, nil
}
