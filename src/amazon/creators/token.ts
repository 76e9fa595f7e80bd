import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { minuteMs } from '../../shared/time.ts'
import { type Network, readBody, tokenHosts } from '../network.ts'
import { CreatorsError } from './errors.ts'

export type Credentials = { id: string; secret: string; version: keyof typeof tokenHosts }

/** Access tokens of the Creators API. */
export type TokenSource = {
  /** The current token; requests one when there is none, once for all callers. */
  current(signal: AbortSignal): Promise<string>
  /** Drops a token that was refused before its end. */
  drop(token: string): void
}

const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(3600),
})

// How long before its end a token is renewed, so that none expires in a request.
const renewEarlyMs = minuteMs

/** Reuses one token until shortly before its end. `current` throws CreatorsError or NetworkError. */
export function createTokenSource(network: Network, credentials: Credentials, clock: Clock): TokenSource {
  let kept: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null

  async function ask(signal: AbortSignal): Promise<string> {
    const askedAt = clock().getTime()
    const { access_token, expires_in } = await requestToken(network, credentials, signal)
    kept = { token: access_token, until: askedAt + expires_in * 1000 - renewEarlyMs }
    return access_token
  }

  return {
    current: async (signal) => {
      if (kept && clock().getTime() < kept.until) return kept.token
      asking ??= ask(signal).finally(() => {
        asking = null
      })
      return asking
    },
    drop: (token) => {
      if (kept?.token === token) kept = null
    },
  }
}

async function requestToken(network: Network, { id, secret, version }: Credentials, signal: AbortSignal) {
  const reply = await network.ask(new URL(`https://${tokenHosts[version]}/auth/o2/token`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: 'creatorsapi::default',
    }),
    signal,
  })
  const text = (await readBody(reply, 100_000)).toString()
  if (reply.statusCode === 429) throw new CreatorsError('throttled')
  if (reply.statusCode >= 500) throw new CreatorsError('unavailable')
  if (reply.statusCode >= 400) throw new CreatorsError('credentials_refused')
  const parsed = answer.safeParse(parseJson(text))
  if (!parsed.success) throw new CreatorsError('unreadable')
  return parsed.data
}

/** The value of JSON text, undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
