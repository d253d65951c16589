package shop

import (
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/validation"
)

func resourceBasket() *schema.Resource {
	return &schema.Resource{
		Create: resourceBasketCreate,
		Read:   resourceBasketRead,
		Delete: resourceBasketDelete,
		Importer: &schema.ResourceImporter{
			StateContext: schema.ImportStatePassthroughContext,
		},
		Timeouts: &schema.ResourceTimeout{
			Create: schema.DefaultTimeout(10 * time.Minute),
		},
		Schema: map[string]*schema.Schema{
			"owner": {
				Type:     schema.TypeString,
				Required: true,
				ForceNew: true,
			},
			"size": {
				Type:         schema.TypeInt,
				Optional:     true,
				Default:      3,
				ValidateFunc: validation.IntAtLeast(1),
			},
			"color": {
				Type:       schema.TypeString,
				Optional:   true,
				Deprecated: "Baskets have no color any more.",
			},
			"labels": labelsSchema(),
			"fruit": {
				Type:     schema.TypeList,
				Required: true,
				Elem:     fruitResource(true),
			},
			"price": {
				Type:     schema.TypeFloat,
				Computed: true,
			},
			"shelf": {
				Type:     schema.TypeString,
				Optional: true,
				Computed: true,
			},
		},
	}
}

func fruitResource(required bool) *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name": {
				Type:     schema.TypeString,
				Required: required,
				Optional: !required,
			},
			"count": {
				Type:     schema.TypeInt,
				Optional: true,
			},
		},
	}
}
