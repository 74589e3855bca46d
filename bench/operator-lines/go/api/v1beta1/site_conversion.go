package v1beta1

import (
	"sort"

	v1 "example.com/site-operator/api/v1"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
)

// ConvertTo converts to the hub: the list of pages becomes a map, and the size the replicas.
func (s *Site) ConvertTo(hub conversion.Hub) error {
	to := hub.(*v1.Site)
	to.ObjectMeta = s.ObjectMeta
	to.Spec = v1.SiteSpec{Host: s.Spec.Host, Replicas: s.Spec.Size, Image: s.Spec.Image, Pages: map[string]v1.Text{}}
	for _, page := range s.Spec.Pages {
		to.Spec.Pages[page.Name] = v1.Text(page.Text)
	}
	to.Status = v1.SiteStatus(s.Status)
	return nil
}

// ConvertFrom converts from the hub.
func (s *Site) ConvertFrom(hub conversion.Hub) error {
	from := hub.(*v1.Site)
	s.ObjectMeta = from.ObjectMeta
	s.Spec = SiteSpec{Host: from.Spec.Host, Size: from.Spec.Replicas, Image: from.Spec.Image}
	for name, text := range from.Spec.Pages {
		s.Spec.Pages = append(s.Spec.Pages, Page{Name: name, Text: string(text)})
	}
	sort.Slice(s.Spec.Pages, func(i, j int) bool { return s.Spec.Pages[i].Name < s.Spec.Pages[j].Name })
	s.Status = SiteStatus(from.Status)
	return nil
}
