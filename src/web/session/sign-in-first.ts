import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { rememberFollow, rememberWanted, type Wanted } from './wanted.ts'

type SignInFirst = (wanted: string, options?: { replace?: boolean }) => void

/**
 * Sends someone signed out to sign in, and afterwards to `wanted`, a path with its search. `replace` where the
 * present address would only send them there again.
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
 * For someone signed out: sends them to sign in, and then to the profile of whom they wanted to follow, where it is
 * carried out (docs/product/people.md#following).
 */
export function useFollowAfterSignIn(): (person: Wanted & { username: string }) => void {
  const signInFirst = useSignInFirst()
  return (person) => {
    rememberFollow(person)
    signInFirst(`/${person.username}`)
  }
}
