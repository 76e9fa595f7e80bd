import { type Connection, type FlowSecrets, isOutage } from './connection.ts'
import type { ProviderAnswer } from './contract.ts'
import { badAnswer, cancelled, unreachable } from './failures.ts'
import { type ProviderPerson, readPerson } from './person-rules.ts'

// The standard's word (RFC 6749, section 4.1.2.1), and Apple's own.
const cancellations = new Set(['access_denied', 'user_cancelled_authorize'])

/** Whom a provider's answer tells of. Throws SignInFailure when it cannot be trusted or tells nobody. */
export async function recognise(
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
