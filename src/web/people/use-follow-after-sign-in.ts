import { rememberFollow } from '../session/pending-follow.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'

/**
 * For someone signed out: sends them to sign in, and then to the profile of whom they wanted to follow, where it is
 * carried out (spec section 4, Follow).
 */
export function useFollowAfterSignIn(): (person: { id: string; username: string }) => void {
  const signInFirst = useSignInFirst()
  return ({ id, username }) => {
    rememberFollow(id)
    signInFirst(`/${username}`)
  }
}
