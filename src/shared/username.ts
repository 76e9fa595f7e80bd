/** Shown beside an invalid username (docs/product/profile.md#username). */
export const usernameRule = '3–20 chars, lowercase letters, numbers, _ or -.'

/**
 * True for text that can be a username: 3 to 20 of a-z, 0-9, underscore, hyphen (docs/product/profile.md#username).
 */
export const isUsername = (text: string): boolean => /^[a-z0-9_-]{3,20}$/.test(text)
