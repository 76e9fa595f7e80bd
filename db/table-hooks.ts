import type { Declared, Slice } from './table-owners.ts'

// Where a slice reaches into another's tables or functions within the database, beside the reads of table-owners.ts.

/** Foreign rows that a slice locks, by `function` or slice, and why; a lock makes the owner wait. */
export const foreignLocks: Declared = {
  audit: {
    users: 'who proposed something, and who agrees, stay admins until it is done',
  },
  news: { users: 'tell_news(): nobody who is told is deleted before they have been' },
  lists: {
    products: 'show_list_item(): what an item begins as stays so until it is there',
  },
  notes: { users: 'a note is of an account that stays; one that is being deleted is passed over' },
  feed: { users: 'a ranking leaves out whoever is being deleted, and does not wait for it' },
  folio: {
    users:
      'check_pins(): one person’s pins take turns; take_feed_places(), withhold_of_suspended(): publishing waits for the deletion or suspension of the account, and an unproven one’s for its proof',
  },
}

/** Functions in the database that others call, and why; all others are called by their slice only. */
export const offeredFunctions: Record<string, { to: Slice; why: string }> = {
  month_of: { to: 'payouts', why: 'a year of payouts begins when that of statements does' },
  posted_on: { to: 'orders', why: 'admins see whether an order’s rows are posted as its creators do' },
  under_review: {
    to: 'orders',
    why: 'admins see an order’s ledger rows as its creators do, pending while they are held',
  },
  original_amount_of_entry: {
    to: 'orders',
    why: 'admins see what a converted row is of, as its creator does',
  },
  waits_for_rates: { to: 'earnings', why: 'an order’s rows say what of it waits for a rate' },
  in_dollars: { to: 'payouts', why: 'what is held of a month is compared with what is missing, in dollars' },
  payee_of: {
    to: 'folio',
    why: 'a new product stores its payee, and folio may not import earnings',
  },
}

/** Triggers that run one slice's function on another's table: hooks in the database, in the same transaction. */
export const tableHooks: Record<string, string> = {
  sessions_pushed: 'news sends a browser nothing once its session has ended, however it does',
  products_counted: 'clicks counts for a product from the statement that makes it, whoever makes it',
  lists_case_forgotten: 'moderation forgets the reports of a list that is deleted, whoever deletes it',
  products_in_lists: 'lists show a product as long as others may see it, whoever hides or deletes it',
  products_earn: 'earnings sums up for a product from that statement on',
  products_unranked:
    'a product that is not listed any more leaves its category’s ranking, whoever hides or deletes it',
  product_categories_unranked: 'and one that leaves its category',
  users_enter_feed:
    'folio gives places in everyone’s feed to what an account has posted before its address was proven, however it is',
  products_matched_again:
    'orders matched by a product are matched again once its owner or ASIN changes, whoever changes it',
  clicks_matched_again: 'orders matched by clicks are matched again once these are deleted',
  earnings_ledger_booked:
    'payouts notes in which month of the books a row is that is dated in a closed one, whoever posts it',
  month_releases_booked: 'and the same of a release',
  order_matches_names: 'what a match names exists, as with rows of the ledger, whoever writes it',
  order_matches_changed_names: 'and what a changed one names',
  payee_claims_tied: 'a claim is a tie of the payee that is claimed, whoever claims it',
  amazon_orders_dated: 'a creator’s orders are sorted by date, which a later report may change',
}
