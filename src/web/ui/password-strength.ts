export type PasswordStrength = 'Weak' | 'Medium' | 'Strong'

/** How strong a password is called: 8 or more characters Strong, 6 to 7 Medium, fewer Weak (spec section 5). */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = [...password]
  if (length >= 8) return 'Strong'
  return length >= 6 ? 'Medium' : 'Weak'
}
