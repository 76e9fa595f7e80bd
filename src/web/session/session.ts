import type { Session } from '@supabase/auth-js'
import { knownStorageKey, sessionStorageKey } from '../boot/head-keys.ts'
import { isAway } from '../browser/connection.ts'
import { emptyKept, toldAddressKey, waitingLinksKey } from '../browser/kept-cache.ts'
import { inBrowser, parsed } from '../browser/storage.ts'
import { createStore, useStore } from '../browser/store.ts'
import { type SessionState, signedOut } from './session-state.ts'

type KnownSession = Exclude<SessionState, { status: 'loading' }>

const loading: SessionState = { status: 'loading' }

const session = createStore<SessionState>(loading)
let started = false
let signingOut = false
let following: Promise<void> | undefined

const importAuthClient = () => import('./auth-client.ts')

/** The auth client, loaded at first use: signed-out visitors never load it. */
export const loadAuthClient = async () => (await importAuthClient()).authClient

/** Who is signed in, up to date across tabs. */
export const useSession = (): SessionState => useStore({ get: session.get, subscribe }, loading)

/** Resolves once it is known whether someone is signed in; rejects when the auth client could not be loaded. */
export async function knownSession(): Promise<KnownSession> {
  if (!started) start()
  if (session.get().status === 'loading') await follow()
  const now = session.get()
  if (now.status !== 'loading') return now
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      const state = session.get()
      if (state.status === 'loading') return
      stop()
      resolve(state)
    })
  })
}

/** Follows the auth client's events from now on, in this tab and others. Rejects when it could not be loaded. */
export function follow(): Promise<void> {
  following ??= importAuthClient().then(
    ({ authClient, stateAfter }) => {
      const hear = (...event: Parameters<Parameters<typeof authClient.onAuthStateChange>[0]>) =>
        set(stateAfter(...event, { stored: readStoredSession(), isSigningOut: signingOut }))
      // Without the server the client tries for half a minute to renew a token before it says anything.
      if (isAway()) hear('INITIAL_SESSION', null)
      authClient.onAuthStateChange(hear)
    },
    (error: unknown) => {
      following = undefined
      throw error
    },
  )
  return following
}

/**
 * Ends all of the person's sessions (docs/product/sign-in.md#signing-out), or only the one of this browser, which then
 * forgets it in any case. Rejects when the server could not be reached.
 */
export async function signOut(scope: 'global' | 'local' = 'global'): Promise<void> {
  signingOut = true
  // Also where the server cannot be reached, and the session stays.
  emptyKept()
  try {
    const client = await loadAuthClient()
    const { error } = await client.signOut({ scope })
    if (error) throw error
  } finally {
    signingOut = false
  }
}

/**
 * For a session that the server refuses: checks once more, drops the session if it is over, and renews an expired token
 * that this computer's clock, corrected since, took for a valid one.
 */
export async function recheckSession(): Promise<void> {
  if (!readStoredSession()) return set(signedOut)
  const client = await loadAuthClient()
  const { error } = await client.getUser()
  if (error?.code === 'bad_jwt') await client.refreshSession()
}

/** Calls `listener` whenever the signed-in person changes, for caches of personal data. */
export function onPersonChange(listener: () => void): void {
  let person = personOf(session.get())
  subscribe(() => {
    const next = personOf(session.get())
    if (next === person) return
    person = next
    listener()
  })
}

const personOf = (from: SessionState) => (from.status === 'signed_in' ? from.userId : null)

function subscribe(listener: () => void): () => void {
  if (!started) start()
  return session.subscribe(listener)
}

/** Looks once. A visitor without a stored session is known at once, without loading the auth client. */
function start() {
  started = true
  if (readStoredSession()) follow().catch(stayLoading)
  else set(signedOut)
  window.addEventListener('storage', (event) => {
    if (event.key === sessionStorageKey || event.key === null) look()
  })
  // A page restored from the back-forward cache has missed every event.
  window.addEventListener('pageshow', (event) => event.persisted && look())
}

/** Callers that need the session use `knownSession`, which tries again and reports the failure. */
const stayLoading = () => {}

function look() {
  if (!readStoredSession()) set(signedOut)
  else if (session.get().status !== 'signed_in') follow().catch(stayLoading)
}

function set(next: SessionState) {
  const state = session.get()
  const isSame = next.status === state.status && personOf(next) === personOf(state)
  if (isSame && owes(next) === owes(state)) return
  // What is kept belongs to one person: it goes with the session, however that ended, and before another's.
  if (next.status === 'signed_out' || (personOf(state) ?? personOf(next)) !== personOf(next)) emptyKept()
  if (next.status === 'signed_out') {
    inBrowser.forget(toldAddressKey)
    if (next.chosen) inBrowser.forget(waitingLinksKey)
  }
  markDocument(next)
  session.set(next)
}

const owes = (state: SessionState) => state.status === 'signed_out' && state.owesStep === true

/**
 * The style sheet hides the sign-in links from signed-in people, and 'Welcome back.' from strangers;
 * head-script.ts sets the first marks.
 */
function markDocument(next: SessionState) {
  const marks = document.documentElement.dataset
  if (next.status !== 'signed_in') return void delete marks.session
  marks.session = ''
  marks.known = ''
  inBrowser.write(knownStorageKey, '1')
}

/** The session as the auth client stores it; null if there is none, or storage is refused. */
export function readStoredSession(): Partial<Session> | null {
  return parsed(inBrowser.read(sessionStorageKey)) as Partial<Session> | null
}
