/** That the person here has followed or unfollowed someone. */
type FollowChange = { userId: string; isFollowing: boolean }

const listeners = new Set<(change: FollowChange) => void>()

/** Calls `listener` after each follow and unfollow that the server has confirmed. Returns how to stop. */
export function onFollowChange(listener: (change: FollowChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceFollow(change: FollowChange): void {
  for (const listener of [...listeners]) listener(change)
}
