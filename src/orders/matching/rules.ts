import type { MatchRule } from '../../earnings/contract.ts'
import { cartDays } from '../../shared/attribution.ts'

/** Why a verdict is what it is: the rule it was found by, or what kept the order from being anybody’s. */
export type Cause =
  | Exclude<MatchRule, 'manual' | 'none'>
  | 'foreign_sub_tag'
  | 'no_product'
  | 'no_click'
  | 'several_creators'

type Words = { rule: MatchRule; confidence: 'high' | 'medium' | 'unknown'; reason: string }

/** What is said of each verdict. */
export const verdicts: Record<Cause, Words> = {
  sub_tag: found('sub_tag', 'high', 'The report names the creator’s short link.'),
  tracking_id: found('tracking_id', 'high', 'The report names a tracking id that is the creator’s.'),
  outbound_24h: found(
    'outbound_24h',
    'high',
    'Within 24 hours before the order the product was opened at Amazon through this creator’s links alone.',
  ),
  outbound_24h_several: found(
    'outbound_24h_several',
    'medium',
    'Within 24 hours before the order the product was opened at Amazon through several creators’ links; the last one counts.',
  ),
  view_24h: found(
    'view_24h',
    'medium',
    'Within 24 hours before the order the product was looked at through this creator’s links alone.',
  ),
  view_24h_several: found(
    'view_24h_several',
    'medium',
    'Within 24 hours before the order the product was looked at through several creators’ links; the last one counts.',
  ),
  cart_89d: found(
    'cart_89d',
    'medium',
    `In the ${cartDays} days before the order, while it may have lain in the cart, the product was clicked through this creator’s links alone.`,
  ),
  foreign_sub_tag: nobodys(
    'The report has sub tags of our links, and this row has another one or none: it was bought elsewhere.',
  ),
  no_product: nobodys('Nobody has a product with this ASIN.'),
  no_click: nobodys(`Nobody clicked a product with this ASIN in the ${cartDays} days before the order.`),
  several_creators: nobodys(
    `Several creators’ links were clicked in the ${cartDays} days before the order, and none within 24 hours.`,
  ),
}

function found(rule: MatchRule, confidence: 'high' | 'medium', reason: string): Words {
  return { rule, confidence, reason }
}
function nobodys(reason: string): Words {
  return { rule: 'none', confidence: 'unknown', reason }
}
