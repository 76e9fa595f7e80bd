import { type Context, inTransaction } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { minuteMs } from '../../shared/time.ts'
import type { IdentityCore } from '../core.ts'
import { AuthError, authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { challengeOf } from '../rules.ts'
import { addressOfCodeExchange, beginCodeExchange, codeExchangeError } from '../sessions/code-exchange.ts'
import { allowedRedirect } from '../sessions/redirect-rules.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import { accountOf } from './account.ts'
import { type Connection, connectTo, type FlowSecrets, isOutage } from './connection.ts'
import type { AuthorizeQuery, ProviderAnswer } from './contract.ts'
import { configuredProviders, type Provider } from './definitions.ts'
import {
  badAnswer,
  badState,
  cancelled,
  reasonOf,
  SignInError,
  suspended,
  unexpected,
  unreachable,
  unverifiedEmail,
} from './errors.ts'
import { createProviderLinking } from './linking/service.ts'
import { type ProviderPerson, readPerson } from './person-rules.ts'
import { insertProviderFlow, takeProviderFlow } from './sql.ts'

// Long enough to choose an account and find a second factor.
const flowLifeMs = 10 * minuteMs

/** An answer, how it came, and facts about the browser that brought it. */
type ProviderReturn = {
  answer: ProviderAnswer
  by: Provider['returnsBy']
  /** The Cookie header. */
  cookies: string | undefined
  device: Device
}

/** The browser's next address, and a cookie for it. */
type Redirect = { address: string; cookie: string | null }

/** Signs people in with a provider (OpenID Connect). Throws SettingsError if a provider's settings cannot be used. */
export function createProviderSignIn(core: IdentityCore) {
  const { siteUrl, settings, clock, log, providerSeconds: seconds } = core.options
  const returnAddress = `${siteUrl}/auth/v1/callback`
  const linking = createProviderLinking(core)
  const connections = new Map<string, Connection>()
  for (const provider of configuredProviders(settings.providers))
    connections.set(provider.name, connectTo(provider, { returnAddress, clock, seconds }))

  const failed = (provider: string, redirectTo: string, error: unknown): string => {
    const isExpected = error instanceof SignInError
    const reason = isExpected ? error.returned.error_code : 'fault'
    securityEvent(log, 'sign_in_failed', { method: 'oauth', provider, reason })
    if (!isExpected) log.error({ err: error, provider }, 'A sign-in with a provider failed')
    else if (error.cause)
      log.warn({ provider, reason: reasonOf(error) }, 'A provider did not sign a person in')
    return codeExchangeError(redirectTo, isExpected ? error.returned : unexpected)
  }

  /** The sign-in that an answer belongs to, if this browser began it and it was not answered before. */
  const takeFlow = async ({ db, clock }: Context, { answer: { state }, by, cookies }: ProviderReturn) => {
    if (!state || !isFlowOfBrowser(cookies, state, siteUrl)) return undefined
    const flow = await takeProviderFlow(db, { stateHash: hashOfToken(state), now: clock() })
    const connection = flow && connections.get(flow.provider)
    if (!flow || connection?.provider.returnsBy !== by) return undefined
    return { ...flow, state, connection }
  }

  return {
    ...linking,

    /** The providers that people can sign in with: `google`, `apple`. */
    offered: (): string[] => [...connections.keys()],

    /**
     * Sends a person who wants to sign in to the provider, or back to where they came from if it cannot be reached.
     * Throws `validation_failed` for a provider that is not configured, and `rate_limited`.
     */
    async beginSignIn(context: Context, query: AuthorizeQuery, device: Device): Promise<Redirect> {
      const connection = connections.get(query.provider)
      if (!connection) throw authError('validation_failed.provider')
      await core.limits.providerSignIn(device)
      const redirectTo = allowedRedirect(query.redirect_to, { siteUrl, redirectUrls: settings.redirectUrls })
      const { name, title } = connection.provider
      const begun = await connection.begin().catch((cause: unknown) => unreachable(title, cause))
      if (begun instanceof SignInError) return { address: failed(name, redirectTo, begun), cookie: null }
      const { address, state, nonce, codeVerifier } = begun
      const now = context.clock()
      await insertProviderFlow(context.db, {
        stateHash: hashOfToken(state),
        provider: name,
        nonce,
        codeVerifier,
        redirectTo,
        challenge: challengeOf(query),
        now,
        expiresAt: new Date(now.getTime() + flowLifeMs),
      })
      return { address, cookie: flowCookie(state, siteUrl) }
    },

    /**
     * Signs in the person whom a provider sent back, and sends them on to the client with a session or code, or with
     * the reason why there is none. An answer that matches no sign-in of this browser leads to the sign-in page, never
     * to an address in the answer.
     */
    async finishSignIn(context: Context, back: ProviderReturn): Promise<Redirect> {
      const flow = await takeFlow(context, back)
      if (!flow) return { address: codeExchangeError(`${siteUrl}/login`, badState().returned), cookie: null }
      const { state, connection, nonce, code_verifier: codeVerifier, redirect_to: redirectTo } = flow
      const signIn = async () => {
        const person = await recognise(connection, { nonce, codeVerifier }, back.answer)
        const { device } = back
        const { title } = connection.provider
        const begun = await inTransaction(context, async (inner) => {
          const found = await accountOf(inner, person, core.options)
          if (!found) throw unverifiedEmail(title)
          const { userId } = found
          if (found.isWaiting) return { waitingFor: userId }
          return beginCodeExchange(inner, {
            userId,
            method: 'oauth',
            challenge: challengeOf(flow),
            redirectTo,
            device,
          })
        }).catch((error: unknown) => {
          throw error instanceof AuthError && error.code === 'user_banned' ? suspended(error) : error
        })
        return 'waitingFor' in begun
          ? linking.beginLinking(context, {
              person,
              title,
              userId: begun.waitingFor,
              redirectTo,
              challenge: challengeOf(flow),
            })
          : addressOfCodeExchange(core, context, begun, device)
      }
      const address = await signIn().catch((error: unknown) => failed(flow.provider, redirectTo, error))
      return { address, cookie: endedFlowCookie(state, siteUrl) }
    },
  }
}

// The standard's word (RFC 6749, section 4.1.2.1), and Apple's own.
const cancellations = new Set(['access_denied', 'user_cancelled_authorize'])

/** The person in a provider's answer. Throws SignInError if it cannot be trusted or identifies nobody. */
async function recognise(
  { provider, finish }: Connection,
  secrets: FlowSecrets,
  answer: ProviderAnswer,
): Promise<ProviderPerson> {
  const { name, title } = provider
  if (answer.error && cancellations.has(answer.error)) throw cancelled(title)
  if (answer.error || !answer.code) throw badAnswer(title, new Error(answer.error ?? 'no code'))
  const claims = await finish(answer, secrets).catch((error: unknown) => {
    throw isOutage(error) ? unreachable(title, error) : badAnswer(title, error)
  })
  const person = readPerson(name, claims, answer.user)
  if (!person) throw badAnswer(title, new Error('the claims name nobody'))
  return person
}

const lifeSeconds = 600

/**
 * The cookie that ties a sign-in to the browser that began it, so that nobody can make someone else's browser finish a
 * sign-in of theirs (RFC 6749, section 10.12). Each has a name of its own: two tabs do not disturb each other. Apple's
 * form comes from another site, which on https only `SameSite=None` allows.
 */
const flowCookie = (state: string, siteUrl: string): string =>
  [`${nameOf(state, siteUrl)}=${state}`, `Max-Age=${lifeSeconds}`, ...attributesOn(siteUrl)].join('; ')

/** Removes the cookie of a finished sign-in. */
const endedFlowCookie = (state: string, siteUrl: string): string =>
  [`${nameOf(state, siteUrl)}=`, 'Max-Age=0', ...attributesOn(siteUrl)].join('; ')

/** True if the browser that sent these cookies began the sign-in of this state. */
const isFlowOfBrowser = (cookies: string | undefined, state: string, siteUrl: string): boolean =>
  (cookies ?? '').split('; ').includes(`${nameOf(state, siteUrl)}=${state}`)

const isOnHttps = (siteUrl: string) => siteUrl.startsWith('https:')

/** On https with the prefix that makes browsers accept the cookie from this host alone; it needs the path `/`. */
const nameOf = (state: string, siteUrl: string) =>
  `${isOnHttps(siteUrl) ? '__Host-' : ''}sign_in_${state.slice(0, 8)}`

const attributesOn = (siteUrl: string) =>
  isOnHttps(siteUrl)
    ? ['Path=/', 'HttpOnly', 'SameSite=None', 'Secure']
    : ['Path=/auth/v1/callback', 'HttpOnly', 'SameSite=Lax']
