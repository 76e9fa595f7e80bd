/** Hours for which a visit through a creator's link counts for purchases at Amazon (Amazon's terms). */
export const visitHours = 24

/** Days for which it counts for items put in the cart on that visit: Amazon keeps a cart so long. */
export const cartDays = 89

/** Days for which single clicks are stored at least. */
export const clicksStoredDays = 400

/**
 * The networks of clicks above which a creator is not contested by one whose clicks come from a single network, since
 * many requests from one network weigh no more than one.
 */
export const networksToProve = 5

/** How sure it is whose an order is. */
export const confidences = ['high', 'medium', 'manual', 'unknown'] as const

/** Why an order is credited to its creator, and how sure that is. */
export const confidenceBy = {
  sub_tag: 'high',
  tracking_id: 'high',
  outbound_24h: 'high',
  outbound_24h_several: 'medium',
  outbound_24h_networks: 'medium',
  view_24h: 'medium',
  view_24h_several: 'medium',
  view_24h_networks: 'medium',
  cart_89d: 'medium',
  cart_89d_several: 'medium',
  cart_89d_networks: 'medium',
  manual: 'manual',
  none: 'unknown',
} as const satisfies Record<string, (typeof confidences)[number]>
