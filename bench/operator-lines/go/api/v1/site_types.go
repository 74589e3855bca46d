package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// SiteSpec says what a site consists of.
// +kubebuilder:validation:XValidation:rule="has(self.host) == has(oldSelf.host) && (!has(self.host) || self.host == oldSelf.host)",message="the host cannot be changed; make another site"
type SiteSpec struct {
	// Host is the name under which the site is reached. No two sites share one.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	Host *string `json:"host,omitempty"`
	// Pages has the texts of the pages, by the names of their files.
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=50
	// +kubebuilder:validation:XValidation:rule="self.all(name, name.matches('^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$'))",message="names of pages have letters, digits, dots and dashes"
	// +kubebuilder:validation:XValidation:rule="'index.html' in self",message="there must be a page index.html"
	Pages map[string]Text `json:"pages"`
	// +optional
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=20
	Replicas *int32 `json:"replicas,omitempty"`
	// +optional
	// +kubebuilder:default="nginxinc/nginx-unprivileged:1.29"
	// +kubebuilder:validation:MinLength=1
	Image string `json:"image,omitempty"`
}

// Text is the text of a page.
// +kubebuilder:validation:MaxLength=10000
type Text string

// SiteStatus says how far a site is.
type SiteStatus struct {
	// +optional
	Replicas int32 `json:"replicas"`
	// +optional
	Selector string `json:"selector,omitempty"`
	// +optional
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Site is a web site of a few pages, which a Deployment serves.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=st
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name=Host,type=string,JSONPath=.spec.host
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=.status.replicas
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
type Site struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SiteSpec   `json:"spec"`
	Status            SiteStatus `json:"status,omitempty"`
}

// SiteList is a list of sites.
// +kubebuilder:object:root=true
type SiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Site `json:"items"`
}

// Hub marks the version that all others convert to and from.
func (*Site) Hub() {}

func init() {
	SchemeBuilder.Register(&Site{}, &SiteList{})
}
