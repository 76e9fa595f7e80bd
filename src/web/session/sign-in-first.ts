import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { rememberFollow, rememberWanted, type Wanted } from './wanted.ts'

type SignInFirst = (wanted: string, options?: { replace?: boolean }) => void

/**
 * Sends a visitor to sign in, and afterwards to `wanted`, a path with its search. `replace` if going back to the
 * present address would only send them to sign in again.
 */
export function useSignInFirst(): SignInFirst {
  const navigate = useNavigate()
  return useCallback(
    (wanted, { replace = false } = {}) => {
      rememberWanted(wanted)
      void navigate({ to: '/auth', replace })
    },
    [navigate],
  )
}

/**
 * Sends a visitor to sign in, and then to the profile of the person they wanted to follow, where the follow happens
 * (docs/product/people.md#following).
 */
export function useFollowAfterSignIn(): (person: Wanted & { username: string }) => void {
  const signInFirst = useSignInFirst()
  return (person) => {
    rememberFollow(person)
    signInFirst(`/${person.username}`)
  }
}
