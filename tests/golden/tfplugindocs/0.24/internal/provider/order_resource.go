package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type orderResource struct{}

func (r *orderResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_order"
}

func (r *orderResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = orderSchema()
}

func orderSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "An order.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				MarkdownDescription: "The number of the order.",
				Computed:            true,
			},
			"basket_ids": schema.ListAttribute{
				MarkdownDescription: "The baskets of the order.",
				ElementType:         types.StringType,
				Required:            true,
			},
			"speed": schema.StringAttribute{
				MarkdownDescription: "How fast it comes. Default value is `normal`.",
				Optional:            true,
				Computed:            true,
				Default:             stringdefault.StaticString("normal"),
			},
			"password": schema.StringAttribute{
				MarkdownDescription: "Opens the door.",
				Optional:            true,
				Sensitive:           true,
				WriteOnly:           true,
			},
			"address": schema.SingleNestedAttribute{
				MarkdownDescription: "Where it goes.",
				Required:            true,
				Attributes: map[string]schema.Attribute{
					"street": schema.StringAttribute{
						MarkdownDescription: "The street.",
						Required:            true,
					},
					"floor": schema.Int64Attribute{
						MarkdownDescription: "The floor.",
						Optional:            true,
					},
				},
			},
			"parcels": schema.ListNestedAttribute{
				MarkdownDescription: "The parcels.",
				Computed:            true,
				NestedObject: schema.NestedAttributeObject{
					Attributes: map[string]schema.Attribute{
						"weight": schema.Float64Attribute{
							MarkdownDescription: "How heavy it is.",
							Computed:            true,
						},
					},
				},
			},
		},
		Blocks: map[string]schema.Block{
			"note": schema.ListNestedBlock{
				MarkdownDescription: "Words for the driver.",
				NestedObject: schema.NestedBlockObject{
					Attributes: map[string]schema.Attribute{
						"text": schema.StringAttribute{
							MarkdownDescription: "The words.",
							Required:            true,
						},
					},
				},
			},
		},
	}
}
