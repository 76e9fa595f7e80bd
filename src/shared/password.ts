/** True when the password has fewer than `least` characters, an emoji's code point counting as one. */
export const isTooShort = (password: string, least: number): boolean => [...password].length < least

/** What is said of a new password of fewer than `least` characters: the official service's words. */
export const tooShortWords = (least: number): string => `Password should be at least ${least} characters.`

/**
 * Characters asked of a password that takes the place of another, where a sign-up needs `least`: 8 (spec section 5), or
 * what the installation asks for if that is more.
 */
export const leastOfReplacement = (least: number): number => Math.max(8, least)

export type PasswordStrength = 'Weak' | 'Medium' | 'Strong'

/**
 * How strong a password is called where a sign-up needs `least` characters. For 6 that is spec section 5: fewer Weak, 6
 * to 7 Medium, 8 or more Strong. What would be refused is never called more than Weak.
 */
export function passwordStrength(password: string, least: number): PasswordStrength {
  if (isTooShort(password, least)) return 'Weak'
  return isTooShort(password, Math.max(8, least + 2)) ? 'Medium' : 'Strong'
}
