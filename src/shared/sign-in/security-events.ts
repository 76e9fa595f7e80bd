/**
 * Every security event by its stable name (decision 43). An `act` is what somebody did. A `refusal` is what strangers
 * can cause as often as they like.
 */
export const securityEventKinds = {
  signed_up: 'act',
  sign_in: 'act',
  sign_in_failed: 'refusal',
  signed_out: 'act',
  session_removed: 'act',
  token_refused: 'refusal',
  refresh_refused: 'refusal',
  refresh_token_reused: 'refusal',
  limit_hit: 'refusal',
  input_refused: 'refusal',
  permission_refused: 'refusal',
  recovery_requested: 'act',
  reauthentication_requested: 'act',
  own_password_failed: 'refusal',
  password_changed: 'act',
  factor_added: 'act',
  factor_removed: 'act',
  factor_shown: 'act',
  factor_failed: 'refusal',
  factors_drop_asked: 'act',
  factors_drop_cancelled: 'act',
  passkey_added: 'act',
  passkey_removed: 'act',
  recovery_codes_made: 'act',
  recovery_code_used: 'act',
  payout_details_changed: 'act',
  changes_taken_back: 'act',
  account_deleted: 'act',
  account_suspended: 'act',
  account_restored: 'act',
  admin_act: 'act',
} as const

export type SecurityEventName = keyof typeof securityEventKinds

export const securityEventNames = Object.keys(securityEventKinds) as SecurityEventName[]
