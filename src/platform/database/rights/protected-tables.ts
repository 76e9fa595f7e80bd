/** What the app's account may do to the rows of a table besides reading them. */
type RowRights = {
  /** Only the owner adds rows. */
  adds?: false
  /** Columns that may change; the table's triggers decide when. */
  updates: readonly string[]
  /** Rows may be deleted; the table's triggers decide which. */
  deletes?: true
}

const appendOnly: RowRights = { updates: [] }
const ofTriggers: RowRights = { updates: [], adds: false }

/**
 * Tables that belong to history: the app's account can add to them, and change only what is named here (decision 86).
 * In every other table it may change any row.
 */
export const protectedTables: Readonly<Record<string, RowRights>> = {
  migrations: { updates: [], adds: false },
  admin_audit: appendOnly,
  admin_proposals: { updates: ['state', 'asked', 'decided_by', 'decided_at', 'decision_reason'] },
  money_acts: { updates: ['listed_in'] },
  // The person behind a row of the ledger: leaving is for good (decision 83). Only triggers add ties.
  payees: { updates: ['user_id'] },
  former_payees: ofTriggers,
  payee_ties: ofTriggers,
  payee_tie_salts: ofTriggers,
  payee_ties_to_log: ofTriggers,
  posting_runs: { updates: ['finished_at', 'entries', 'digest'] },
  earnings_ledger: appendOnly,
  earnings_holds: appendOnly,
  ledger_log: appendOnly,
  ledger_log_nodes: appendOnly,
  ledger_checkpoints: appendOnly,
  platform_fees: { updates: ['taken_back_on', 'taken_back_by', 'taken_back_at'] },
  release_rules: appendOnly,
  calendar_zones: appendOnly,
  month_releases: appendOnly,
  transfers: { updates: ['reversed_at', 'reversed_by', 'reversal_reason'] },
  transfer_lines: appendOnly,
  payout_holds: { updates: ['ended_at', 'ended_by', 'end_reason', 'borne', 'borne_currency'] },
  // Their contents are erased when people leave, and some time after others replaced them.
  payout_details: { updates: ['sealed', 'account_mark'] },
  taken_back_details: appendOnly,
  payout_runs: { updates: ['state', 'decided_by', 'decided_at'] },
  payout_lines: {
    updates: ['state', 'state_at', 'reason', 'provider_reference', 'handed_at', 'seen_unpaid', 'is_own'],
    deletes: true,
  },
  payout_drops: appendOnly,
  payout_attentions: { updates: ['answer_id', 'passed_at'] },
  payout_answers: appendOnly,
  payout_files: appendOnly,
  payout_file_fetches: appendOnly,
  payout_batches: {
    updates: ['state', 'is_unanswered', 'provider_reference', 'sent_at', 'problem'],
  },
  payout_batch_lines: appendOnly,
  payee_claims: { updates: ['claimed_by', 'claimed_at', 'moves_from', 'proof_hash', 'proof'], deletes: true },
  claim_moves: appendOnly,
  write_offs: appendOnly,
  debt_answers: appendOnly,
  closed_months: appendOnly,
  closed_month_lines: appendOnly,
  late_entries: appendOnly,
  ledger_questions: { updates: ['state', 'is_unread', 'changed_at'] },
  ledger_question_messages: { updates: ['text'] },
  order_observations: appendOnly,
  exchange_rates: appendOnly,
}
