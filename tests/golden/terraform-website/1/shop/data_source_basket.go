package shop

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

const ownerKey = "owner"

func dataSourceBasket() *schema.Resource {
	return &schema.Resource{
		Read: dataSourceBasketRead,
		Schema: map[string]*schema.Schema{
			ownerKey: {
				Type:     schema.TypeString,
				Required: true,
			},
			"price": {
				Type:     schema.TypeFloat,
				Computed: true,
			},
			"fruit": {
				Type:     schema.TypeList,
				Computed: true,
				Elem:     fruitResource(false),
			},
		},
	}
}
