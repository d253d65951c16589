package provider

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

// New returns the part of the provider that the SDK serves.
func New() *schema.Provider {
	return &schema.Provider{
		ResourcesMap: map[string]*schema.Resource{
			"shop_basket": resourceBasket(),
		},
		DataSourcesMap: map[string]*schema.Resource{
			"shop_basket": dataSourceBasket(),
		},
	}
}
