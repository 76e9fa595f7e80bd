const key = 'folio.follow'

/** Remembers, in this tab, whom a signed-out person wanted to follow (spec section 4, Follow). */
export function rememberFollow(userId: string): void {
  try {
    window.sessionStorage.setItem(key, userId)
  } catch {
    // Storage may be refused; then signing in leads to the profile, and the button is there.
  }
}

/** True, once, when it was `userId` whom the person wanted to follow before signing in; nobody is wanted afterwards. */
export function takeFollow(userId: string): boolean {
  try {
    const wanted = window.sessionStorage.getItem(key)
    forgetFollow()
    return wanted === userId
  } catch {
    return false
  }
}

/** The person went elsewhere instead. */
export function forgetFollow(): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nobody was remembered either.
  }
}
