/**
 * The owner of each database object: the one slice that writes it. Reads by others are listed below, with the reason;
 * `tests/tidy/tables/owners.test.ts` checks both. Slices read through the owner's functions, unless a join saves a
 * round trip or the rows are too many to pass through the program.
 */
export const tableOwners = {
  platform: ['idempotency_keys', 'migrations', 'rate_limits'],
  identity: [
    'app_secrets',
    'auth_codes',
    'factor_challenges',
    'factors',
    'identities',
    'one_time_tokens',
    'passkey_challenges',
    'passkeys',
    'provider_flows',
    'recovery_codes',
    'refresh_tokens',
    'sessions',
    'signing_keys',
    'users',
  ],
  audit: ['admin_audit', 'security_counts'],
  media: ['pictures'],
  people: ['creator_ranking', 'follow_counts', 'followers', 'profiles', 'retired_usernames', 'usernames'],
  amazon: ['amazon_calls', 'amazon_items'],
  folio: [
    'categories',
    'collection_import_items',
    'collection_imports',
    'feed_hours',
    'item_checks',
    'product_categories',
    'products',
    'short_links',
    'user_category_preferences',
  ],
  moderation: ['moderation_cases', 'moderation_decisions', 'reports'],
  clicks: [
    'click_agents_mark',
    'click_country_days',
    'click_country_quarters',
    'click_days',
    'click_deltas',
    'click_events',
    'click_flags_seen',
    'click_months',
    'click_networks',
    'click_quarters',
    'click_salts',
    'click_site_days',
    'click_site_quarters',
    'click_totals',
    'click_visits',
    'clicks',
  ],
  earnings: [
    'earnings',
    'earnings_holds',
    'earnings_ledger',
    'earnings_orders',
    'earnings_product_quarters',
    'earnings_quarters',
    'payees',
    'posting_runs',
  ],
  orders: [
    'amazon_orders',
    'earlier_order_ids',
    'fee_order_dates',
    'fee_rows',
    'fee_unpaired',
    'import_batches',
    'import_chunks',
    'import_days',
    'import_outcomes',
    'import_row_errors',
    'import_rows',
    'import_staging',
    'late_visits_mark',
    'order_disagreements',
    'order_matches',
    'order_observations',
    'order_parts',
    'order_runs',
    'order_titles',
    'orders_to_match',
    'orders_to_post',
    'paying_date_changes',
    'paying_dates',
    'press_days',
    'press_flags',
    'press_judgements',
    'return_decisions',
    'run_orders',
    'same_sales',
    'tracking_ids',
    'twin_decisions',
  ],
  feed: ['search_words'],
  account: [],
} as const satisfies Record<string, readonly string[]>

/** Tables made while the program runs, and those of the job library. */
export const madeTables = {
  'clicks_*': 'clicks',
  'import_outcomes_*': 'orders',
  'import_staging_*': 'orders',
  'graphile_worker.*': 'platform',
} as const satisfies Record<string, keyof typeof tableOwners>

/** Functions in the database. The owner of a function writes what it writes; those of the platform know no table. */
export const functionOwners = {
  platform: ['quarter_of', 'refuse_change', 'search_form', 'search_pattern'],
  people: [
    'count_follows',
    'name_form',
    'notify_profile_page',
    'person_search_text',
    'set_follow',
    'start_follow_counts',
  ],
  folio: [
    'check_pins',
    'check_product_categorized',
    'notify_product_page',
    'product_search_text',
    'schedule_item_check',
    'set_feed_place',
    'set_link_owner',
    'tags_are_clean',
    'take_feed_places',
    'unlist_links',
    'withhold_of_suspended',
  ],
  clicks: ['ensure_clicks_partition', 'fold_clicks', 'lock_click_rollups', 'record_clicks', 'start_counting'],
  earnings: [
    'add_ledger_rows',
    'add_order_earnings',
    'add_product_earnings',
    'chain_ledger_row',
    'date_order_earnings',
    'hashed_field',
    'ledger_row_hash',
    'payee_of',
    'platform_fee',
    'start_earning',
    'under_review',
  ],
  orders: [
    'csv_after_returns',
    'csv_purchase',
    'fee_row_name',
    'guard_import_states',
    'keep_merged_file',
    'left_by_returns',
    'left_of_purchase',
    'note_order_titles',
    'order_part_id',
    'order_status_rank',
    'paying_date',
    'queue_orders_of_clicks',
    'queue_orders_of_product',
    'returns_of_csv_orders',
    'taken_of_twins',
  ],
  feed: ['word_slips'],
} as const satisfies Partial<Record<keyof typeof tableOwners, readonly string[]>>

type Slice = keyof typeof tableOwners
type Declared = Partial<Record<Slice, Record<string, string>>>

/** Foreign tables that a slice reads, and why it does not ask their owner. */
export const foreignReads: Declared = {
  audit: {
    profiles: 'a list of acts names each admin, and whom and whose thing they acted on: joined by key',
    payees: 'and leads to them from a match, a flag or a tracking id',
    products: 'each act on a product is told with its title: joined by key, 50 of all kinds in one statement',
    amazon_orders: 'and each on an order with its title, day and commission',
    import_batches: 'and each on an import with its file and what it came to',
    order_runs: 'and each on a run with what it came to, and its import',
  },
  media: {
    products:
      'a picture that a product shows is kept: hundreds are looked at in one statement; one that only withheld products show is withheld',
    profiles: 'and so is one that a profile shows; all of a suspended person’s are withheld',
    users: 'what lies in the store is counted for those who are there, hundreds in one statement',
  },
  people: {
    users:
      'a profile is told with its account’s role, and to its owner with the address: one statement for a page',
    products: 'a profile tells how many products there are: counted in the statement that reads it',
    moderation_decisions: 'and to its owner whether something was decided of them that they have not read',
  },
  folio: {
    profiles: 'a card names its author: 40 of them in one statement',
    followers: 'the following feed is an index walk over whom one follows and what they posted',
    clicks: 'whether an item has been quiet decides when its price is read: one look-up each of a batch',
    click_totals: 'a card tells its clicks, and lists are in their order: joined by key',
    earnings: 'an export tells what each product earned, in its one statement over all of them',
  },
  moderation: {
    products: 'admins see what was reported: a page of it with its owners, in one statement',
    short_links: 'and the way to its page',
    profiles: 'with whose it is, who reported it and who decided before',
    users: 'how old the account is, and whether it is suspended; a mail about a decision goes to its address',
  },
  clicks: {
    products:
      'a click counts for a product that is live and not its visitor’s own; sums of a person go by their products',
    short_links: 'a file of a million clicks names each by its link, as it is read',
    profiles: 'an admin’s list of at most 100 products whose clicks look wrong names whose they are',
  },
  earnings: {
    profiles: 'a statement says whom it is for, an order’s rows whose they are',
    products: 'each row of the ledger shows the product that earned it: joined by key',
    short_links: 'and leads to that product’s page',
    amazon_orders:
      'a row shows what its report said of the order: joined by key, 50 rows or a file’s thousands at once',
    order_matches: 'and how sure its match is, as it is now',
    order_observations:
      'why a row was posted leads to what the report said then: joined by key, a row at a time',
    import_batches: 'and to when that report was made',
    click_totals: 'what a product brought is divided by its clicks: joined by key',
  },
  orders: {
    users: 'who began a long step may have left meanwhile: looked up in the statement that notes who did it',
    products: 'the matcher looks for the products of an ASIN, for thousands of orders in a statement',
    short_links: 'and for the link that an order’s sub tag names',
    clicks:
      'and for the last clicks before each order, among hundreds of millions; a day’s presses are compared',
    click_days: 'whose day had enough presses to be compared is known without reading clicks',
    click_totals: 'of many who share an item, an admin picks among those with the most clicks',
    usernames: 'an admin names a creator by any name they ever had',
    profiles: 'lists name the creator of each order, and the admin of each run and import',
    payees: 'and lead from a match to its creator',
    posting_runs: 'verify compares runs that are over with what they posted',
    earnings_holds: 'verify compares what is held back with what is under review',
    earnings_ledger: 'what is posted is left alone by the matcher, and listed by its first row',
  },
  feed: {
    products:
      'composed reading is what feed is for: the sitemap and creators’ feeds go through all of them, and words to find are taken from the newest',
    short_links: 'addresses of products in the sitemap',
    profiles:
      'addresses of people in the sitemap, when a creator’s feed last changed, and names among the words to find',
    follow_counts: 'of which those of the most followed are taken',
  },
}

/** Foreign rows that a slice locks, by `function` or slice, and why; a lock makes the owner wait. */
export const foreignLocks: Declared = {
  folio: {
    users:
      'check_pins(): one person’s pins take turns; take_feed_places(), withhold_of_suspended(): posts wait for who deletes or suspends the account',
  },
}

/** Functions in the database that others call, and why; all others are called by their slice only. */
export const offeredFunctions: Record<string, { to: Slice; why: string }> = {
  under_review: {
    to: 'orders',
    why: 'an order’s rows of the ledger are shown to admins as their creators see them, pending while they are held',
  },
  payee_of: {
    to: 'folio',
    why: 'a product names who is paid for it from the start, which folio, to the left of earnings, cannot ask',
  },
}

/** Triggers that run one slice's function on another's table: hooks in the database, in the same transaction. */
export const tableHooks: Record<string, string> = {
  products_counted: 'clicks begins to count a product in the statement that makes it, whoever makes it',
  products_earn: 'and earnings to add up what it earns',
  products_matched_again:
    'orders that were matched by a product are looked at again once it is another’s or another one, whoever says so',
  clicks_matched_again: 'and those that were matched by clicks which are taken out of the log',
  amazon_orders_dated:
    'an order keeps its place among a creator’s by its date, which a later report may change',
}

/**
 * Statements and database functions that get the name of a table as an argument: `file: code`. Each such name is a
 * string, or a fragment of its own, in the slice that passes it, and counts there.
 */
export const toldTables: Record<string, string[]> = {
  'ensure_clicks_partition()': ['%I'],
  'src/clicks/upkeep-sql.ts': ['sql.table(name)'],
  'src/feed/sitemap-sql.ts': ['table'],
  'src/orders/imports/merge-sql.ts': ['rows'],
  'src/orders/matching/evidence-sql.ts': ['sql.table(clicks.table)'],
  'src/orders/order-list/list-sql.ts': ['table'],
  'src/orders/order-list/search-sql.ts': ['table'],
  'src/orders/order-list/posted-list-sql.ts': ['rows'],
  'src/platform/database/batches.ts': ['sql.table(table)'],
  'src/platform/database/client.ts': ['target'],
}
