/** What can change in how a person signs in, each with its title in mails and news (docs/product/news.md#sentences). */
export const signInChanges = {
  app_added: 'Two-step verification is on',
  app_removed: 'An authenticator app was removed',
  codes_made: 'New recovery codes',
  codes_removed: 'Recovery codes were removed',
  code_used: 'A recovery code was used',
  wrong_codes: 'Wrong codes were entered',
  drop_asked: 'Your passkeys and apps will be removed in seven days',
  drop_cancelled: 'Your passkeys and apps stay',
  dropped: 'Your passkeys and apps are gone',
  reset: 'Two-step verification was reset',
  passkey_added: 'A passkey was added',
  passkey_renamed: 'A passkey was renamed',
  passkey_removed: 'A passkey was removed',
  password: 'Your password was changed',
  google: 'Google now signs in to your account',
  apple: 'Apple now signs in to your account',
  taken_back: 'Changes to your account were taken back',
} as const

export type SignInChange = keyof typeof signInChanges
