/** How many letters a text may have at most: the contracts hold people to it, and the forms say so while they type. */
export const longest = {
  bio: 1_000,
  description: 5_000,
  emailAddress: 254,
  legalName: 200,
  listLine: 200,
  listTitle: 80,
  listWords: 500,
  payoutWords: 500,
  question: 2_000,
  report: 1_000,
  tag: 40,
  title: 500,
  user_comment: 2_000,
} as const
