package admin

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) domainRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /admin/domains", Handle: route.JSON(http.StatusOK, f.listDomains)},
		{Pattern: "POST /admin/domains", Handle: route.JSON(http.StatusOK, f.trustDomain)},
		{Pattern: "DELETE /admin/domains/{domain}", Handle: route.JSON(http.StatusNoContent, f.distrustDomain)},
	}
}

// domain is a host whose client id metadata documents count as reviewed.
type domain struct {
	Domain    string     `json:"domain"`
	TrustedAt route.Time `json:"trustedAt"`
	TrustedBy string     `json:"trustedBy"` // a user's id, or the account of a machine
}

func (f *Face) listDomains(ctx context.Context, _ route.None) (route.List[domain], error) {
	list, err := f.deps.Clients.TrustedDomains(ctx)
	out := route.List[domain]{Data: make([]domain, len(list))}
	for i, d := range list {
		out.Data[i] = domain{d.Domain.String(), route.Time(d.TrustedAt), d.TrustedBy}
	}
	return out, err
}

type newDomain struct {
	Domain string `json:"domain"`
}

func (f *Face) trustDomain(ctx context.Context, in newDomain) (route.List[domain], error) {
	if err := f.deps.Clients.Trust(ctx, in.Domain); err != nil {
		return route.List[domain]{}, err
	}
	return f.listDomains(ctx, route.None{})
}

type domainNamed struct {
	Domain string `path:"domain"`
}

func (f *Face) distrustDomain(ctx context.Context, in domainNamed) (route.None, error) {
	return route.None{}, f.deps.Clients.Distrust(ctx, in.Domain)
}
