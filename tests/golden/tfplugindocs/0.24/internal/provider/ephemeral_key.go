package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
)

type keyEphemeral struct{}

func (e *keyEphemeral) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_key"
}

func (e *keyEphemeral) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A key of the shop.",
		Attributes: map[string]schema.Attribute{
			"door": schema.Int64Attribute{
				MarkdownDescription: "The number of the door.",
				Required:            true,
			},
			"value": schema.StringAttribute{
				MarkdownDescription: "The key.",
				Computed:            true,
				Sensitive:           true,
			},
		},
	}
}
