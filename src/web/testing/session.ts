import { vi } from 'vitest'
import type { WireSession } from '../../identity/contract.ts'
import { sessionStorageKey } from '../boot/head-keys.ts'
import { follow, knownSession } from '../session/session.ts'

/** The signed-in person of a test, unless it names another one. */
export const person = { id: '0193a000-0000-7000-8000-00000000000b', email: 'maya@example.com' }

/** Signs someone in, or out, as another tab of the same browser would. */
export async function signIn(who: { id: string; email?: string } | null): Promise<void> {
  if (who) localStorage.setItem(sessionStorageKey, JSON.stringify(sessionOf(who)))
  else localStorage.removeItem(sessionStorageKey)
  if (await isSignedIn(who)) return
  if (who) {
    // A page that was signed out until now does not follow other tabs yet.
    await follow()
    broadcast('SIGNED_IN', sessionOf(who))
  } else window.dispatchEvent(new StorageEvent('storage', { key: sessionStorageKey }))
  await vi.waitUntil(() => isSignedIn(who), { interval: 1 })
}

async function isSignedIn(who: { id: string } | null): Promise<boolean> {
  const known = await knownSession()
  return (known.status === 'signed_in' ? known.userId : null) === (who?.id ?? null)
}

/** Sends the message that the auth client sends to other tabs. */
function broadcast(event: string, session: WireSession): void {
  const channel = new BroadcastChannel(sessionStorageKey)
  channel.postMessage({ event, session })
  channel.close()
}

const year = 365 * 24 * 3600
const joined = '2026-01-01T00:00:00.000Z'

/** A session that is far from expiring, so that it is not renewed; also the answer to signing in. */
export const sessionOf = ({ id, email = person.email }: { id: string; email?: string }): WireSession => ({
  access_token: 'a.test.token',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: year,
  expires_at: Math.floor(Date.now() / 1000) + year,
  user: {
    id,
    email,
    aud: 'authenticated',
    role: 'authenticated',
    phone: '',
    email_confirmed_at: joined,
    last_sign_in_at: joined,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: joined,
    updated_at: joined,
    is_anonymous: false,
  },
})

export const appId = '0193a000-0000-7000-8000-00000000f001'
export const setId = '0193a000-0000-7000-8000-00000000f002'
/** A factor of the session's person: an app, or a set of recovery codes. */
export const factor = (
  id: string,
  factor_type: 'totp' | 'recovery_code',
  status: 'verified' | 'unverified' = 'verified',
) => ({
  id,
  factor_type,
  status,
  friendly_name: factor_type as string,
  created_at: joined,
  updated_at: joined,
})

const tokenOf = (claims: object) => `a.${btoa(JSON.stringify(claims))}.c`

/** A session whose account has an app. */
export const sessionWith = (aal: 'aal1' | 'aal2', methods = ['password']): WireSession => {
  const session = sessionOf(person)
  const amr = methods.map((method) => ({ method, timestamp: 1 }))
  return {
    ...session,
    access_token: tokenOf({ aal, amr }),
    user: { ...session.user, factors: [factor(appId, 'totp'), factor(setId, 'recovery_code')] },
  }
}
