import { createListeners } from '../browser/store.ts'

/** That the person here has followed or unfollowed someone, once the server has confirmed it. */
export const followChanges = createListeners<{ userId: string; isFollowing: boolean }>()
