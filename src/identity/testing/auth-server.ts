import { AuthClient } from '@supabase/auth-js'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { readSettings } from '../../platform/settings/read.ts'
import type { WireSession } from '../contract.ts'
import type { IdentityOptions } from '../core.ts'
import { createIdentity } from '../index.ts'
import { type AuthWireDeps, authWire } from '../wire.ts'
import { minCost } from './password-cost.ts'

type ClientOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>

export type AuthServer = Awaited<ReturnType<typeof startAuthServer>>

export type WireAnswer = {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** The auth wire on a free port, with a database of its own. */
export async function startAuthServer(
  options: Partial<Pick<IdentityOptions, 'clock' | 'afterSignUp' | 'passwordCost' | 'log'>> & {
    env?: Record<string, string>
    siteUrl?: string
  } = {},
) {
  const { clock = systemClock, afterSignUp = async () => {}, passwordCost = minCost, env = {} } = options
  const { log = pino({ level: 'silent' }), siteUrl = 'http://folio.test' } = options
  const database = await createTestDatabase()
  const identityOptions: IdentityOptions = {
    db: database.db,
    pool: database.pool,
    clock,
    log,
    siteUrl,
    settings: readSettings({ NODE_ENV: 'test', ...env }, '/srv/folio'),
    afterSignUp,
    afterProof: async () => {},
    tellOfChange: async () => {},
    takeBackPayoutDetails: async () => {},
    passwordCost,
  }
  const identity = await createIdentity(identityOptions)
  const { app, origin, url } = await serveAuth({ identity, db: database.db, clock, log })
  const context: Context = { db: database.db, clock, actor: null }

  return {
    url,
    origin,
    identity,
    identityOptions,
    context,
    db: database.db,
    client: (more: ClientOptions & { stored?: Map<string, string> } = {}) => newClient(url, more),
    call: (method: string, path: string, more?: CallOptions) => callWire(`${url}${path}`, method, more),
    /** A new account and its first session. */
    newSession: async (): Promise<WireSession> => {
      const answer = await callWire(`${url}/signup`, 'POST', { body: someone() })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body as unknown as WireSession
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

/** Listens on a free port. Given apart from the identity, the database may be one that does not answer. */
export async function serveAuth({
  log = pino({ level: 'silent' }),
  ...deps
}: AuthWireDeps & { log?: FastifyBaseLogger }) {
  const app = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://folio.test',
    trustProxy: false,
    log,
    checkResponses: true,
  })
  await authWire(app, deps)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, origin, url: `${origin}/auth/v1` }
}

let people = 0

/** A sign-up of somebody new. */
export const someone = () => {
  people += 1
  return {
    email: `person${people}@folio.test`,
    password: 'correct horse',
    data: { first_name: 'Ana', last_name: 'Lopez' },
  }
}

type CallOptions = { body?: unknown; token?: string; headers?: Record<string, string> }

/** One call as the official client sends it, with its version header unless another is given. */
export async function callWire(
  url: string,
  method: string,
  { body, token, headers }: CallOptions = {},
): Promise<WireAnswer> {
  const answer = await fetch(url, {
    method,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} }
}

/** The official client with a store in memory, as one tab has it; `stored` shares or prepares that store. */
export function newClient(
  url: string,
  { stored = new Map(), ...more }: ClientOptions & { stored?: Map<string, string> },
) {
  return new AuthClient({
    url,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    ...more,
  })
}
