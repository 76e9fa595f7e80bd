import { AuthClient } from '@supabase/auth-js'
import { sessionStorageKey } from '../boot/head-keys.ts'
import { inBrowser } from '../browser/storage.ts'
import { byOwnClock, noticingExpiry } from './auth-fetch.ts'

export { stateAfter } from './state-after.ts'

/** The official auth client for our own server. Loaded only for signing in or if a session is stored. */
export const authClient = new AuthClient({
  url: `${window.location.origin}/auth/v1`,
  storageKey: sessionStorageKey,
  storage: { getItem: inBrowser.read, setItem: inBrowser.write, removeItem: inBrowser.forget },
  fetch: byOwnClock(noticingExpiry),
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
  // PKCE: only this browser can use the code that a provider sends back.
  flowType: 'pkce',
  experimental: { recoveryCodes: true },
})
