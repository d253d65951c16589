package shop

import (
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

// Provider returns the provider.
func Provider() *schema.Provider {
	return &schema.Provider{
		ResourcesMap: map[string]*schema.Resource{
			"shop_basket": resourceBasket(),
			"shop_crate":  resourceCrate(),
			"shop_order":  resourceOrder(),
		},
		DataSourcesMap: map[string]*schema.Resource{
			"shop_basket": dataSourceBasket(),
		},
	}
}
