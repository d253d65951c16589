output "shop_id" {
  description = "The identity of the shop."
  value       = random_id.shop.hex
}

output "name" {
  value = var.name
}

output "basket_numbers" {
  description = "A number for each basket."
  value       = range(var.baskets)
  sensitive   = true
}
