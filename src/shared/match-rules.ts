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
