import { createListeners } from '../browser/store.ts'

/** Notified when the signed-in person has followed or unfollowed someone, once the server has confirmed it. */
export const followChanges = createListeners<{ userId: string; isFollowing: boolean }>()
