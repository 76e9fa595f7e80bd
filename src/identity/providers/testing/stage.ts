import { startFakeProviders } from '../../../../tests/fakes/oidc.ts'
import { startTestApp } from '../../../../tests/harness/app.ts'
import type { WireSession } from '../../contract.ts'
import { newClient, someone } from '../../testing/auth-server.ts'
import type { ProviderName } from '../contract.ts'
import { newBrowser, type Visit } from './browser.ts'

type StageOptions = { env?: Record<string, string>; providerSeconds?: number; jobs?: boolean }

export type Stage = Awaited<ReturnType<typeof startStage>>

/** The whole app with fake providers that it is registered at, and browsers that sign in there. */
export async function startStage({ env, providerSeconds, jobs = false }: StageOptions = {}) {
  const providers = await startFakeProviders()
  const app = await startTestApp({ env: { ...providers.env, ...env }, jobs, identity: { providerSeconds } })
  const authUrl = `${app.url}/auth/v1`
  const isOnTheWay = (url: URL) => url.origin === providers.origin || url.href.startsWith(`${authUrl}/`)

  const client = (flowType: 'implicit' | 'pkce' = 'implicit') => newClient(authUrl, { flowType })

  return {
    app,
    providers,
    client,
    browser: () => newBrowser(isOnTheWay),

    /** The address at which the official client begins to sign in. */
    signInAddress: async (provider: ProviderName, redirectTo = `${app.url}/feed`) => {
      const options = { redirectTo, skipBrowserRedirect: true }
      const { data } = await client().signInWithOAuth({ provider, options })
      return data.url ?? ''
    },

    /** Signs in at a provider with a fresh browser. */
    async signIn(provider: ProviderName, redirectTo?: string): Promise<Visit> {
      return newBrowser(isOnTheWay).visit(await this.signInAddress(provider, redirectTo))
    },

    /** An account with a password, and its session. */
    async signUp(email: string): Promise<WireSession> {
      const answer = await app.request('POST', '/auth/v1/signup', { body: { ...someone(), email } })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },

    close: async () => {
      await app.close()
      await providers.close()
    },
  }
}

/** What an address carries in its fragment. */
export const fragmentOf = (address: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(address.hash.slice(1)))

/** The user of the session that an address carries, as the official client gets it. */
export async function userAt(stage: Stage, { landing }: Visit) {
  const { access_token, refresh_token } = fragmentOf(landing)
  if (!access_token || !refresh_token) throw new Error(`There is no session in ${landing.href}`)
  const { data, error } = await stage.client().setSession({ access_token, refresh_token })
  if (error || !data.user) throw error ?? new Error('There is no user')
  return data.user
}
