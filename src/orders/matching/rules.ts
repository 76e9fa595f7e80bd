import type { MatchRule } from '../../earnings/contract.ts'
import { cartDays, confidenceBy } from '../../shared/attribution.ts'

/** The reasons for a match: the rule that found it, or why the order belongs to nobody. */
export type Cause = Exclude<MatchRule, 'manual' | 'none'> | 'foreign_sub_tag' | 'no_product' | 'no_click'

type Words = {
  rule: MatchRule
  confidence: 'high' | 'medium' | 'unknown'
  reason: string
  /** Whether clicks of several creators contest the order, so that an admin decides before any of it is payable. */
  is_contested: boolean
}

/** What is stored with a match for each reason. */
export const verdicts: Record<Cause, Words> = {
  sub_tag: found('sub_tag', 'The report names the creator’s short link.'),
  tracking_id: found('tracking_id', 'The report names the creator’s tracking id.'),
  outbound_24h: found(
    'outbound_24h',
    'In the 24 hours before the order, the product was opened at Amazon through this creator’s links only.',
  ),
  outbound_24h_several: found(
    'outbound_24h_several',
    'Several creators’ links may have led to the order. In the 24 hours before it, the last one to open the product at Amazon was this creator’s.',
  ),
  outbound_24h_networks: found(
    'outbound_24h_networks',
    'In the 24 hours before the order, the product was opened at Amazon through several creators’ links: from five networks or more through this creator’s, and from a single one through each of the others’.',
  ),
  view_24h: found(
    'view_24h',
    'In the 24 hours before the order, the product was viewed through this creator’s links only.',
  ),
  view_24h_several: found(
    'view_24h_several',
    'Several creators’ links may have led to the order. In the 24 hours before it, the last view of the product was through this creator’s.',
  ),
  view_24h_networks: found(
    'view_24h_networks',
    'In the 24 hours before the order, the product was viewed through several creators’ links: from five networks or more through this creator’s, and from a single one through each of the others’.',
  ),
  cart_89d: found(
    'cart_89d',
    `In the ${cartDays} days before the order, while it may have been in the cart, the product was clicked through this creator’s links only.`,
  ),
  cart_89d_several: found(
    'cart_89d_several',
    `In the ${cartDays} days before the order, while it may have been in the cart, the product was clicked through several creators’ links. The last press counts, or the last view if there was none.`,
  ),
  cart_89d_networks: found(
    'cart_89d_networks',
    `In the ${cartDays} days before the order, while it may have been in the cart, the product was clicked through several creators’ links: from five networks or more through this creator’s, and from a single one through each of the others’.`,
  ),
  foreign_sub_tag: nobodys(
    'Other rows of the report have sub tags of our links. This one has a different sub tag or none, so it was bought elsewhere.',
  ),
  no_product: nobodys('Nobody has a product with this ASIN.'),
  no_click: nobodys(`Nobody clicked a product with this ASIN in the ${cartDays} days before the order.`),
}

function found(rule: Exclude<MatchRule, 'manual' | 'none'>, reason: string): Words {
  return { rule, confidence: confidenceBy[rule], reason, is_contested: rule.endsWith('_several') }
}
function nobodys(reason: string): Words {
  return { rule: 'none', confidence: 'unknown', reason, is_contested: false }
}
