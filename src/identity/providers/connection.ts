import type * as openidClient from 'openid-client'
import type { ClientAuth, Configuration, IDToken } from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import { hourMs } from '../../shared/time.ts'
import type { ProviderAnswer } from './contract.ts'
import type { Provider } from './definitions.ts'

/** How long a provider may take to answer. */
const usualSeconds = 8
// Providers change their addresses rarely and announce it; their keys are read again by the library.
const configurationLifeMs = hourMs
const outageCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** The secrets that a person's ID token and its exchange must match. */
export type FlowSecrets = { nonce: string; codeVerifier: string }

type Begun = FlowSecrets & { state: string; address: string }

type Client = { openid: typeof openidClient; configuration: Configuration }

export type Connection = ReturnType<typeof connectTo>

/**
 * Speaks OpenID Connect with one provider (authorization code flow with PKCE and nonce). The library is loaded, and the
 * provider's addresses are requested, at the first use.
 */
export function connectTo(
  provider: Provider,
  {
    returnAddress,
    clock,
    seconds = usualSeconds,
  }: { returnAddress: string; clock: Clock; seconds?: number | undefined },
) {
  let known: { client: Promise<Client>; until: number } | undefined

  const client = (): Promise<Client> => {
    const now = clock().getTime()
    if (!known || known.until <= now) {
      const asked = { client: discover(provider, clock, seconds), until: now + configurationLifeMs }
      known = asked
      asked.client.catch(() => {
        if (known === asked) known = undefined
      })
    }
    return known.client
  }

  return {
    provider,

    /** The address for a person who wants to sign in. Throws if the provider cannot be reached. */
    async begin(): Promise<Begun> {
      const { openid, configuration } = await client()
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      }
      const address = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: returnAddress,
        response_type: 'code',
        ...(provider.returnsBy === 'form_post' && { response_mode: 'form_post' }),
        scope: provider.scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { ...secrets, address: address.href }
    },

    /**
     * Exchanges the code of an answer for the claims of the person's ID token, whose signature, issuer, audience,
     * age and nonce have been checked. Throws what the library throws.
     */
    async finish(
      { state, code, iss }: ProviderAnswer,
      { nonce, codeVerifier }: FlowSecrets,
    ): Promise<IDToken> {
      const { openid, configuration } = await client()
      const address = new URL(returnAddress)
      for (const [name, value] of Object.entries({ state, code, iss }))
        if (value) address.searchParams.set(name, value)
      const answer = await openid.authorizationCodeGrant(configuration, address, {
        // The flow decides how the code is exchanged.
        expectedState: openid.skipStateCheck,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      return answer.claims() as IDToken
    },
  }
}

/** True if an error of the library means that the provider did not answer, or answered that it cannot. */
export const isOutage = (error: unknown): boolean =>
  // What `fetch` throws without a connection.
  error instanceof TypeError || outageCodes.has((error as { code?: string }).code ?? '')

async function discover(provider: Provider, clock: Clock, timeout: number): Promise<Client> {
  const openid = await import('openid-client')
  // The library awaits it, though its type does not say so.
  const sendSecret: ClientAuth = async (_server, client, body) => {
    body.set('client_id', client.client_id)
    body.set('client_secret', await provider.clientSecret(clock()))
  }
  const configuration = await openid.discovery(
    provider.issuer,
    provider.clientId,
    // Both providers sign this way; any other algorithm in a token's header is refused.
    { id_token_signed_response_alg: 'RS256' },
    sendSecret,
    {
      timeout,
      // Without these checks the library trusts the connection and does not check the token's signature.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(provider.issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
  return { openid, configuration }
}
