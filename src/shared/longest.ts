/** How many letters a text may have at most: the contracts hold people to it, and the forms say so while they type. */
export const longest = {
  bio: 1_000,
  emailAddress: 254,
  legalName: 200,
  payoutWords: 500,
  question: 2_000,
  report: 1_000,
} as const
