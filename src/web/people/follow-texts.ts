/** What is said about following somewhere (spec section 8, People and follow). */
export type FollowTexts = {
  followed: string
  unfollowed: string
  notFollowed: string
  notUnfollowed: string
  advice?: string
}

/** In lists of people. */
export const listTexts: FollowTexts = {
  followed: 'Following successfully',
  unfollowed: 'Unfollowed successfully',
  notFollowed: 'Failed to follow user',
  notUnfollowed: 'Failed to unfollow user',
}

/** On someone's profile. */
export const profileTexts: FollowTexts = {
  followed: 'Following',
  unfollowed: 'Unfollowed',
  notFollowed: 'Could not follow',
  notUnfollowed: 'Could not unfollow',
  advice: 'Please try again.',
}
