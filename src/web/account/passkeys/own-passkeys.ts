import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAuthClient } from '../../session/session.ts'
import { useAuthAct } from '../sign-in/use-auth-act.ts'
import { addPasskey, type PasskeyProblem, removePasskey, renamePasskey } from './passkey-calls.ts'

export type OwnPasskey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string }

/** What the open dialog asks, and about which passkey. */
export type Asked = { what: 'rename' | 'remove'; passkey: OwnPasskey }

/** The person's passkeys, oldest first; `not_offered` where passkeys cannot be used at the site's address. */
export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: async (): Promise<OwnPasskey[] | 'not_offered'> => {
    const { data, error } = await (await loadAuthClient()).passkey.list()
    if (error?.code === 'passkey_disabled') return 'not_offered'
    if (error) throw error
    return data
  },
})

/** A change to make; `decides` where it changes what can sign the person in. */
type Change = { call: () => Promise<PasskeyProblem | null>; done: string; decides?: boolean }

/** Changes to the person's passkeys, one at a time. Each resolves to whether it succeeded. */
export function usePasskeyChanges() {
  const client = useQueryClient()
  const [hasDecided, setDecided] = useState(false)
  const { run, isBusy } = useAuthAct({
    send: async ({ call }: Change) => {
      const problem = await call()
      if (!problem?.isQuiet) await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      return problem
    },
    after: (_, { decides }) => decides && setDecided(true),
    done: (_, { done }) => done,
  })

  return {
    isBusy,
    /** A passkey was added or removed. */
    hasDecided,
    add: () => run({ call: addPasskey, done: 'Passkey added', decides: true }),
    rename: (id: string, name: string) =>
      run({ call: () => renamePasskey(id, name), done: 'Passkey renamed' }),
    remove: (id: string) => run({ call: () => removePasskey(id), done: 'Passkey removed', decides: true }),
  }
}
