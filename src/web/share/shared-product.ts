/** What is told of a product when its link is passed on: its title, or what stands for one, and the link. */
export type SharedProduct = { short_link_id: string; title: string; asin: string }
