/**
 * The owner of each database object: the one slice that writes it. Reads by other slices are listed below, with the reason;
 * `tests/tidy/tables/owners.test.ts` checks both. Slices read through the owner's functions, unless a join saves a
 * round trip or the rows are too many to pass through the program.
 */
export const tableOwners = {
  platform: ['idempotency_keys', 'migrations', 'rate_limits', 'verifications'],
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
  audit: ['admin_audit', 'admin_proposals', 'money_acts', 'security_counts'],
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
    'checkpoint_mails',
    'ledger_checkpoints',
    'ledger_log',
    'ledger_log_nodes',
    'ledger_witnesses',
    'month_releases',
    'payees',
    'posting_runs',
    'release_rules',
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
  payouts: [
    'claim_moves',
    'closed_month_lines',
    'closed_months',
    'late_entries',
    'ledger_question_messages',
    'ledger_questions',
    'payee_claims',
    'payout_batch_lines',
    'payout_batches',
    'payout_details',
    'payout_file_fetches',
    'payout_files',
    'payout_holds',
    'payout_lines',
    'payout_runs',
    'receipts',
  ],
  feed: ['search_words'],
  account: [],
  operations: [],
} as const satisfies Record<string, readonly string[]>

/** Tables created while the program runs, and those of the job library. */
export const madeTables = {
  'clicks_*': 'clicks',
  'import_outcomes_*': 'orders',
  'import_staging_*': 'orders',
  'graphile_worker.*': 'platform',
  restoring: 'platform',
} as const satisfies Record<string, keyof typeof tableOwners>

/** Functions in the database. The owner of a function writes what it writes; those of the platform use no table. */
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
    'set_image_side',
    'set_link_owner',
    'tags_are_clean',
    'take_feed_places',
    'unlist_links',
    'withhold_of_suspended',
  ],
  clicks: [
    'drop_clicks_partition',
    'ensure_clicks_partition',
    'fold_clicks',
    'lock_click_rollups',
    'record_clicks',
    'start_counting',
  ],
  earnings: [
    'add_ledger_rows',
    'add_order_earnings',
    'add_product_earnings',
    'chain_ledger_row',
    'check_ledger_checkpoint',
    'check_names',
    'date_order_earnings',
    'grow_ledger_log',
    'hashed_field',
    'ledger_log_root',
    'ledger_row_hash',
    'log_sealed_run',
    'notify_checkpoints',
    'payee_of',
    'platform_fee',
    'posted_on',
    'release_day',
    'start_earning',
    'under_review',
  ],
  orders: [
    'csv_after_returns',
    'csv_purchase',
    'drop_import_outcomes',
    'drop_import_tables',
    'fee_row_name',
    'guard_import_states',
    'keep_merged_file',
    'left_by_returns',
    'left_of_purchase',
    'make_import_outcomes',
    'make_import_staging',
    'note_order_titles',
    'order_part_id',
    'order_status_rank',
    'paying_date',
    'queue_orders_of_clicks',
    'queue_orders_of_product',
    'returns_of_csv_orders',
    'taken_of_twins',
  ],
  payouts: [
    'claim_move_is_booked',
    'closed_month_follows',
    'closed_month_is_whole',
    'late_month',
    'note_late_fact',
    'note_late_rows',
    'payee_claim_is_right',
    'payout_line_is_booked',
    'payout_line_is_not_sending',
    'question_is_of_own_row',
    'step_payout_line',
  ],
  feed: ['word_slips'],
} as const satisfies Partial<Record<keyof typeof tableOwners, readonly string[]>>

type Slice = keyof typeof tableOwners
type Declared = Partial<Record<Slice, Record<string, string>>>

/** Foreign tables that a slice reads, and why it does not ask their owner. */
export const foreignReads: Declared = {
  audit: {
    profiles: 'a list of admin work names each admin, and the person concerned: joined by key',
    payees:
      'and finds that person from the payee of a match, a flag or a tracking id; which are an admin’s own',
    payee_claims: 'what an admin has claimed is theirs, too',
    products:
      'an entry about a product shows its title: joined by key, 50 entries of all kinds in one statement',
    amazon_orders: 'an entry about an order shows its title, day and commission',
    import_batches: 'an entry about an import shows its file and its result',
    order_runs: 'an entry about a run shows its result and its import',
  },
  media: {
    products:
      'a picture that a product shows stays: hundreds are checked in one statement; one that only withheld products show is withheld',
    profiles: 'a picture that a profile shows stays too; all of a suspended person’s are withheld',
    users: 'stored bytes are counted for existing accounts, hundreds in one statement',
  },
  people: {
    users: 'a profile shows its account’s role, and to its owner the address: one statement for a page',
    products: 'a profile shows its number of products: counted in the statement that reads it',
    moderation_decisions: 'a profile shows to its owner whether there is a decision that they have not read',
    ledger_questions: 'and whether there is an answer; to admins, how many questions are open',
    payees: 'whose questions these are',
  },
  folio: {
    profiles: 'a card names its author: 40 of them in one statement',
    pictures: 'a product that shows an uploaded picture keeps its size: looked up by a trigger',
    followers: 'the following feed walks indexes over the followed people and their products',
    clicks: 'recent clicks of an item decide when its price is read: one look-up for each of a batch',
    click_totals: 'a card shows its clicks, and lists are sorted by them: joined by key',
    earnings: 'an export has the earnings of each product, in its one statement over all of them',
  },
  moderation: {
    products: 'admins see what was reported: a page of it with its owners, in one statement',
    short_links: 'the link to its page',
    profiles: 'the names of its owner, of who reported it and of who decided before',
    users: 'the account’s age and whether it is suspended; a mail about a decision goes to its address',
  },
  clicks: {
    products:
      'a click counts for a product that is live and not its visitor’s own; sums of a person are over their products',
    short_links: 'a file of a million clicks has the short link of each, in the statement that reads them',
    profiles: 'an admin’s list of at most 100 products with suspicious clicks names their owners',
  },
  earnings: {
    users: 'a checkpoint is mailed to the proven address of who is an admin',
    profiles: 'a statement names its creator, an order’s rows name theirs, a release its admin',
    products: 'each row of the ledger shows the product that earned it: joined by key',
    short_links: 'each row links to that product’s page',
    amazon_orders:
      'a row shows what its report says of the order: joined by key, 50 rows or a file’s thousands at once',
    order_matches: 'a row shows the confidence of its present match',
    order_observations:
      'the reason for a row includes what the report said then: joined by key, a row at a time',
    import_batches: 'and when that report was made',
    click_totals: 'a product’s orders and earnings are divided by its clicks: joined by key',
    payout_holds:
      'a balance says what of it is held, and a row why: looked up in the statement that reads them',
  },
  orders: {
    users:
      'the account of who began a long step may be deleted meanwhile: looked up in the statement that stores who did it',
    products: 'the matcher looks up the products of an ASIN, for thousands of orders in a statement',
    short_links: 'the matcher looks up the short link that an order’s sub tag names',
    clicks:
      'the matcher looks up the last clicks before each order, among hundreds of millions; a day’s presses are compared',
    click_days: 'finds the creators with enough presses in a day to be compared, without reading clicks',
    click_totals: 'of many products of an item, an admin chooses among those with the most clicks',
    usernames: 'an admin finds a creator by any username they ever had',
    profiles: 'lists name the creator of each order, and the admin of each run and import',
    payees: 'finds the creator of a match',
    posting_runs: 'verify compares finished runs with what they posted',
    earnings_holds: 'verify compares what is held with what is under review',
    payout_holds: 'an order’s page says that it is held',
    earnings_ledger: 'the matcher leaves posted orders alone, and they are listed by their first row',
  },
  payouts: {
    users: 'the proven address that is told, whether payees may be paid, and which admins may approve',
    profiles: 'a receipt names the admins who recorded and reversed it: joined by key',
    payees: 'and an adjustment its creator, as payout details their person: joined by key',
    earnings_ledger:
      'admins see the adjustments by hand, a page of them with their creators in one statement; a payout’s states wait for its rows; of which months a held order is',
    earnings_quarters: 'who has ever earned something may be due, and a held month concerns them',
    earnings_orders: 'a held order names whoever has something of it',
    amazon_orders: 'and what it is of; verify compares what is held with the orders that there are',
    month_releases: 'verify compares what a release says was received with the receipts',
  },
  feed: {
    products:
      'feed is for reading across slices: the sitemap and creators’ feeds list all products, and the search’s words come from the newest',
    short_links: 'addresses of products in the sitemap',
    profiles:
      'addresses of people in the sitemap, when a creator’s feed last changed, and names among the search’s words',
    follow_counts: 'the search’s words include the names of the most followed people',
  },
}

/** Foreign rows that a slice locks, by `function` or slice, and why; a lock makes the owner wait. */
export const foreignLocks: Declared = {
  audit: {
    users: 'who proposed something, and who agrees, stay admins until it is done',
  },
  folio: {
    users:
      'check_pins(): one person’s pins take turns; take_feed_places(), withhold_of_suspended(): publishing waits for the deletion or suspension of the account',
  },
}

/** Functions in the database that others call, and why; all others are called by their slice only. */
export const offeredFunctions: Record<string, { to: Slice; why: string }> = {
  posted_on: { to: 'orders', why: 'admins see whether an order’s rows are posted as its creators do' },
  under_review: {
    to: 'orders',
    why: 'admins see an order’s ledger rows as its creators do, pending while they are held',
  },
  payee_of: {
    to: 'folio',
    why: 'a new product stores its payee, and folio may not import earnings',
  },
}

/** Triggers that run one slice's function on another's table: hooks in the database, in the same transaction. */
export const tableHooks: Record<string, string> = {
  products_counted: 'clicks counts for a product from the statement that makes it, whoever makes it',
  products_earn: 'earnings sums up for a product from that statement on',
  products_matched_again:
    'orders matched by a product are matched again once its owner or ASIN changes, whoever changes it',
  clicks_matched_again: 'orders matched by clicks are matched again once these are deleted',
  earnings_ledger_booked:
    'payouts notes in which month of the books a row is that is dated in a closed one, whoever posts it',
  month_releases_booked: 'and the same of a release',
  order_matches_names: 'what a match names exists, as with rows of the ledger, whoever writes it',
  order_matches_changed_names: 'and what a changed one names',
  amazon_orders_dated: 'a creator’s orders are sorted by date, which a later report may change',
}

/**
 * Statements and database functions that take the name of a table as an argument: `file: code`. Each such name is a
 * string, or a fragment of its own, in the slice that passes it, and counts there.
 */
export const passedTables: Record<string, string[]> = {
  'drop_clicks_partition()': ['%I'],
  'drop_import_outcomes()': ['%I'],
  'drop_import_tables()': ['%I'],
  'ensure_clicks_partition()': ['%I'],
  'src/earnings/reading/balances-sql.ts': ['rows'],
  'src/feed/sitemap-sql.ts': ['table'],
  'src/orders/imports/merge-sql.ts': ['rows'],
  'src/orders/matching/evidence-sql.ts': ['sql.table(clicks.table)'],
  'src/orders/order-list/list-sql.ts': ['table'],
  'src/orders/order-list/search-sql.ts': ['table'],
  'src/orders/order-list/posted-list-sql.ts': ['rows'],
  'src/payouts/books/sql.ts': ['rows'],
  'src/platform/database/batches.ts': ['sql.table(table)'],
  'src/platform/database/client.ts': ['target'],
}
