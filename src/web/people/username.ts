// Tested before lower-casing, which makes plain letters of some that are not, such as the Kelvin sign.
const usernameShape = /^[a-z0-9_-]{3,20}$/i

/** A path segment as a username, lower-cased; null for what can be nobody's (spec section 5, Username). */
export const usernameOf = (segment: string): string | null =>
  usernameShape.test(segment) ? segment.toLowerCase() : null
