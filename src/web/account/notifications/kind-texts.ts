import type { WayKind } from '../../../shared/news/ways.ts'

/** What each kind of news is called in the settings (docs/product/ways.md#what-comes-on-which-way). */
export const kindNames: Record<WayKind, string> = {
  followed: 'New followers',
  saved: 'Products that people save',
  listed: 'Lists with your products',
  order_posted: 'Orders',
  order_returned: 'Returns',
  amazon_paid: 'Amazon pays for a month',
  payout_sent: 'Payouts',
  payout_failed: 'Payouts that fail',
  question_answered: 'Answers to your questions',
  hold_set: 'Earnings that are held',
  hold_lifted: 'Earnings that are free again',
  moderation_decided: 'Decisions about your items',
  sign_in_changed: 'Changes of your sign-in',
  weekly_note: 'Your week',
}
