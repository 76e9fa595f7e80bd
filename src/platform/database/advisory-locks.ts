/**
 * The numbers of all advisory locks, so that no two things wait for each other by accident: two with the same number
 * once made a signature wait for postings. Migrations write the numbers out; `tests/tidy` finds one that is not here.
 */
export const advisoryLocks = {
  /** One process at a time migrates, and none while an archive is restored. */
  migrating: 7_305_914_202,
  /** One process at a time fills the demo. */
  fillingDemo: 7_305_914_203,
  /** One ranking of creators at a time is written. */
  ranking: 7_305_914_204,
  /** One ranking of products at a time is written. */
  productRanking: 7_305_914_205,
  /** One transaction at a time changes sums of clicks: `lock_click_rollups()`. */
  clickRollups: 7_305_914_217,
  /** One transaction at a time adds runs of orders. */
  addingRuns: 7_305_914_230,
  /** One transaction at a time appends to the ledger's log: `log_sealed_run()`, `log_payee_ties()`. */
  ledgerLog: 7_305_914_231,
  /** Writers of the books' entries share it, by `late_month()`; closing a month takes it alone. */
  books: 7_305_914_232,
  /** One transaction at a time changes the state of orders. */
  merging: 7_305_914_233,
  /** One transaction at a time queues orders for late visits, since each moves the mark. */
  lateVisits: 7_305_914_234,
  /** One transaction at a time signs checkpoints of the ledger's log. */
  signing: 7_305_914_235,
  /** One rate of a currency at a time is set. */
  settingRates: 7_305_914_236,
  /** Shared by the processes that write archives, so that pictures of their snapshots stay. */
  backup: 7_305_914_240,
  /** One process at a time restores an archive. */
  restoring: 7_305_914_241,
  /** One process at a time tries an upgrade on a copy. */
  upgradeCheck: 7_305_914_242,
  /** One act of an admin at a time moves money, so that each sees what the others have moved. */
  adminActs: 7_310_940,
  /** One transaction at a time decides when months become posted. */
  releases: 7_702,
} as const
