import type { MatchRule } from '../../earnings/contract.ts'
import { cartDays, confidenceBy } from '../../shared/attribution.ts'

/** The reasons for a match: the rule that found it, or why the order is nobody’s. */
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
  tracking_id: found('tracking_id', 'The report names a tracking id that is the creator’s.'),
  outbound_24h: found(
    'outbound_24h',
    'Within 24 hours before the order the product was opened at Amazon through this creator’s links alone.',
  ),
  outbound_24h_several: found(
    'outbound_24h_several',
    'Several creators’ links may have led to the order. Within 24 hours before it the product was opened at Amazon last through this one’s.',
  ),
  outbound_24h_networks: found(
    'outbound_24h_networks',
    'Within 24 hours before the order the product was opened at Amazon through several creators’ links; five networks or more speak for this one, and a single one for each other.',
  ),
  view_24h: found(
    'view_24h',
    'Within 24 hours before the order the product was looked at through this creator’s links alone.',
  ),
  view_24h_several: found(
    'view_24h_several',
    'Several creators’ links may have led to the order. Within 24 hours before it the product was looked at last through this one’s.',
  ),
  view_24h_networks: found(
    'view_24h_networks',
    'Within 24 hours before the order the product was looked at through several creators’ links; five networks or more speak for this one, and a single one for each other.',
  ),
  cart_89d: found(
    'cart_89d',
    `In the ${cartDays} days before the order, while it may have lain in the cart, the product was clicked through this creator’s links alone.`,
  ),
  cart_89d_several: found(
    'cart_89d_several',
    `In the ${cartDays} days before the order, while it may have lain in the cart, the product was clicked through several creators’ links; the last press counts, else the last view.`,
  ),
  cart_89d_networks: found(
    'cart_89d_networks',
    `In the ${cartDays} days before the order, while it may have lain in the cart, the product was clicked through several creators’ links; five networks or more speak for this one, and a single one for each other.`,
  ),
  foreign_sub_tag: nobodys(
    'The report has sub tags of our links, and this row has another one or none: it was bought elsewhere.',
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
