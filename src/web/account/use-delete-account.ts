import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../client.ts'
import { signOut } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.ts'
import { useApi } from '../use-api.ts'
import type { Me } from './profile/profile-draft.ts'

type Problems = { username?: string; password?: string }

/** Deletes the account, unless something is wrong, and leaves. `element` is the form that names it. */
export function useDeleteAccount(me: Me) {
  const api = useApi()
  const element = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)

  /** Shows what is wrong and leads to the first of it. */
  function refuse(found: Problems) {
    flushSync(() => setProblems(found))
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  /** What was said about a field is over once something else is typed into it. */
  function retype(typed: Problems) {
    setProblems((before) => ({
      username: typed.username === undefined ? before.username : undefined,
      password: typed.password === undefined ? before.password : undefined,
    }))
  }

  async function remove({ username, password }: Required<Problems>) {
    const found = missing(me, { username, password })
    if (found.username || found.password) return refuse(found)
    setBusy(true)
    try {
      await api('DELETE /api/v1/me', { body: { username, ...(me.has_password && { password }) } })
    } catch (error) {
      setBusy(false)
      const refused = problemsIn(error)
      if (refused.username || refused.password) return refuse(refused)
      const description = 'Failed to delete your account. Please try again.'
      return void toast.error('Error', { description })
    }
    // The session is over: this makes the browser forget it, and the protected pages leave by themselves.
    await signOut('local').catch(() => {})
    void toast.success('Account deleted')
  }

  return { element, problems, isBusy, retype, remove }
}

function missing(me: Me, { username, password }: Required<Problems>): Problems {
  return {
    ...(username !== me.username && { username: 'This is not your username.' }),
    ...(me.has_password && !password && { password: 'Password is required' }),
  }
}

function problemsIn(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  const at = (place: string) => error.problems.find(({ path }) => path === place)?.message
  return { username: at('username'), password: at('password') }
}
