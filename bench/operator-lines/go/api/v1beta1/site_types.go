package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// SiteSpec says what a site consists of.
type SiteSpec struct {
	// +optional
	// +kubebuilder:validation:MaxLength=253
	Host *string `json:"host,omitempty"`
	// +kubebuilder:validation:MaxItems=50
	// +listType=map
	// +listMapKey=name
	Pages []Page `json:"pages"`
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=20
	Size *int32 `json:"size,omitempty"`
	// +optional
	Image string `json:"image,omitempty"`
}

// Page is a page of a site.
type Page struct {
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name"`
	// +kubebuilder:validation:MaxLength=10000
	Text string `json:"text"`
}

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

// Site is the first version: it had a list of pages, and called the replicas a size.
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion
// +kubebuilder:subresource:status
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

func init() {
	SchemeBuilder.Register(&Site{}, &SiteList{})
}
