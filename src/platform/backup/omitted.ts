/**
 * Tables that no archive holds, each with the reason. Archives hold every other table, which
 * `tests/tidy/backup-tables.test.ts` checks (decision 75).
 */
export const omittedTables: Record<string, string> = {
  migrations: 'The head names the newest migration, and a restore runs them.',
  job_runners: 'Signs of life of the programs that run.',
  familiar_places: 'They become familiar again with the next sign-in.',
  rate_limits: 'Counts of minutes; a restored installation begins with none.',
  click_salts:
    'Destroyed after two days, so that visitors cannot be recognised. An archive would keep them longer.',
  import_staging: 'The model of the tables of imports under way, always empty. A restore ends those imports.',
  verifications: 'They belong to the installation, not to its data. A restore verifies again.',
  passkey_challenges: 'Secrets of minutes.',
  factor_challenges: 'Secrets of minutes.',
  provider_flows: 'Secrets of minutes.',
  provider_links: 'Secrets of minutes.',
  auth_codes: 'Secrets of minutes.',
  one_time_tokens: 'Secrets of mails. People ask for another mail.',
}

/** Tables of single imports under way, made while the program runs. A restore ends those imports. */
export const omittedPrefixes: readonly string[] = ['import_staging_', 'import_outcomes_']

/** Tables that only an archive with keys holds: anyone who has them can sign in as anybody. */
export const keyTables: readonly string[] = ['signing_keys', 'app_secrets']

/** Whether an archive with or without keys holds this table. */
export const isTaken = (table: string, withKeys: boolean): boolean =>
  !(table in omittedTables) &&
  !omittedPrefixes.some((prefix) => table.startsWith(prefix)) &&
  (withKeys || !keyTables.includes(table))
