package provider

import (
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

func resourceBasket() *schema.Resource {
	return &schema.Resource{
		Description: "A basket with fruit.",
		Timeouts: &schema.ResourceTimeout{
			Create: schema.DefaultTimeout(10 * time.Minute),
		},
		Schema: map[string]*schema.Schema{
			"owner": {
				Type:        schema.TypeString,
				Description: "Who owns the basket.",
				Required:    true,
				ForceNew:    true,
			},
			"size": {
				Type:        schema.TypeInt,
				Description: "How many pieces it holds. Defaults to `3`.",
				Optional:    true,
				Default:     3,
			},
			"color": {
				Type:        schema.TypeString,
				Description: "The color, which may be `red`.",
				Optional:    true,
				Deprecated:  "Baskets have no color any more.",
			},
			"labels": {
				Type:     schema.TypeMap,
				Optional: true,
				Elem:     &schema.Schema{Type: schema.TypeString},
			},
			"fruit": {
				Type:        schema.TypeList,
				Description: "What is in the basket.",
				Required:    true,
				MinItems:    1,
				Elem:        fruitResource(),
			},
			"owners": {
				Type:     schema.TypeSet,
				Computed: true,
				Elem:     &schema.Schema{Type: schema.TypeString},
			},
			"receipt": {
				Type:     schema.TypeList,
				Computed: true,
				Elem: &schema.Resource{
					Schema: map[string]*schema.Schema{
						"total": {
							Type:     schema.TypeFloat,
							Computed: true,
						},
					},
				},
			},
			"token": {
				Type:        schema.TypeString,
				Description: "Opens the basket.",
				Computed:    true,
				Sensitive:   true,
			},
		},
	}
}

func fruitResource() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name": {
				Type:        schema.TypeString,
				Description: "The name of the fruit.",
				Required:    true,
			},
			"crate": crateSchema,
		},
	}
}
