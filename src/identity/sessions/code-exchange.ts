import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Context, inTransaction } from '../../platform/context.ts'
import { minuteMs } from '../../shared/time.ts'
import type { CodeExchange, WireSession } from '../contract.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import type { Challenge } from '../rules.ts'
import type { SessionMethod } from './assurance-rules.ts'
import { hashOfToken, type OpenSession, startSession } from './sessions.ts'
import { deleteAuthCode, insertAuthCode, lockAuthCode } from './sql.ts'

// The client exchanges it at once; people never see it.
const codeLifeMs = 5 * minuteMs

type SignedInPerson = {
  userId: string
  method: 'recovery' | 'oauth'
  challenge: Challenge | null
  /** The client's address, already checked against the allowed ones. */
  redirectTo: string
  device: Device
}

/** What a recognised person gets: a code, or a session. */
type CodeGrant = { redirectTo: string } & ({ code: string } | { session: OpenSession })

/** Makes a code to exchange if the client sent a challenge, else a session. Runs in the caller's transaction. */
export async function beginCodeExchange(context: Context, person: SignedInPerson): Promise<CodeGrant> {
  const { redirectTo, challenge, userId, method, device } = person
  if (!challenge) return { redirectTo, session: await startSession(context, { userId, method, device }) }
  const code = randomBytes(32).toString('base64url')
  const now = context.clock()
  const expiresAt = new Date(now.getTime() + codeLifeMs)
  await insertAuthCode(context.db, { codeHash: hashOfToken(code), userId, method, challenge, now, expiresAt })
  return { redirectTo, code }
}

/**
 * The address that leads a recognised person to the client: with the code in the query, or with the session in the
 * fragment, which no server sees. Call it outside transactions.
 */
export async function addressOfCodeExchange(
  core: IdentityCore,
  context: Context,
  begun: CodeGrant,
  device: Device,
): Promise<string> {
  const address = new URL(begun.redirectTo)
  if ('code' in begun) address.searchParams.set('code', begun.code)
  else address.hash = fragmentOf(await core.answerNew(context, begun.session, device), begun.session.method)
  return address.href
}

/**
 * The address that leads back to a client with the reason why nobody was signed in, in the query and the fragment,
 * since clients look in both.
 */
export function codeExchangeError(
  redirectTo: string,
  failure: { error: string; error_code: string; error_description: string },
): string {
  const address = new URL(redirectTo)
  for (const [name, value] of Object.entries(failure)) address.searchParams.set(name, value)
  address.hash = new URLSearchParams(failure).toString()
  return address.href
}

/** The exchange of a code for a session (grant pkce). */
export function createPkceExchange(core: IdentityCore) {
  return {
    /**
     * Starts the session that a code stands for, once. Throws `flow_state_not_found`, `flow_state_expired`,
     * `bad_code_verifier`.
     */
    async exchangeCode(
      context: Context,
      { auth_code, code_verifier }: CodeExchange,
      device: Device,
    ): Promise<WireSession> {
      const codeHash = hashOfToken(auth_code)
      const session = await inTransaction(context, async (inner) => {
        const code = await lockAuthCode(inner.db, codeHash)
        if (!code) throw authError('flow_state_not_found')
        if (code.expires_at <= inner.clock()) throw authError('flow_state_expired')
        if (!meets(code_verifier, code)) throw authError('bad_code_verifier')
        await deleteAuthCode(inner.db, codeHash)
        return startSession(inner, {
          userId: code.user_id,
          method: code.method as SessionMethod,
          device,
        })
      })
      return core.answerNew(context, session, device)
    },
  }
}

function meets(verifier: string, code: { code_challenge: string; code_challenge_method: string }): boolean {
  const made =
    code.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const [given, expected] = [Buffer.from(made), Buffer.from(code.code_challenge)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const fragmentOf = (session: WireSession, method: SessionMethod) =>
  new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...(method === 'recovery' && { type: 'recovery' }),
  }).toString()
