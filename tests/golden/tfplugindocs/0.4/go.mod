module example.com/terraform-provider-shop

go 1.24
