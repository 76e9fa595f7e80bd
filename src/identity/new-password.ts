import { isCommonPassword } from './common-passwords.ts'
import { weakPassword } from './failures.ts'
import type { Passwords } from './passwords.ts'
import { isTooShort } from './rules.ts'

/**
 * The hash of a password that someone chooses anew. Throws `weak_password` with its reasons (spec section 5), and
 * `unavailable` when too many are waiting.
 */
export async function hashNewPassword(
  passwords: Passwords,
  password: string,
  { passwordMinLength }: { passwordMinLength: number },
): Promise<string> {
  const reasons: Parameters<typeof weakPassword>[0] = []
  if (isTooShort(password, passwordMinLength)) reasons.push('length')
  if (await isCommonPassword(password)) reasons.push('pwned')
  if (reasons.length > 0) throw weakPassword(reasons, passwordMinLength)
  return passwords.hash(password)
}
