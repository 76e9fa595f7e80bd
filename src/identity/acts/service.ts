import { type Context, hasFreshProof, type Means, requireUser } from '../../platform/context.ts'
import { stepUpRequired } from '../../shared/errors.ts'
import { authError } from '../errors.ts'
import { noteProof } from '../sessions/proof-sql.ts'
import { type ActName, actOf } from './table.ts'

/**
 * Throws unless the caller has just proved who they are, as the act needs it (docs/decisions/0100-settled-means.md):
 * `reauthentication_needed` on the auth wire, whose client knows that code, `step_up_required` elsewhere; and
 * `enrolment_code_needed` if an admin who owes a second step adds the first without the operator's code.
 */
export function requireAct(context: Context, name: ActName): void {
  const { needs, addsStep, calls } = actOf(name)
  const { assurance } = requireUser(context)
  if (!assurance) return
  const { proof, owesTwoSteps } = assurance
  const isByOperator = proof.by === 'operator_code'
  if (addsStep && owesTwoSteps && !proof.asksStep && !isByOperator) throw authError('enrolment_code_needed')
  if (hasFreshProof(context, needs)) return
  throw calls.every((call) => call.includes(' /auth/'))
    ? authError('reauthentication_needed')
    : stepUpRequired()
}

/** Whether a means that the caller adds now is settled at once, because the operator's command allows it. */
export const isLetIn = (context: Context): boolean =>
  requireUser(context).assurance?.proof.by === 'operator_code' && hasFreshProof(context, 'any')

/**
 * Records on the caller's session what they have just shown, and returns the context in which it counts, if it is
 * settled.
 */
export async function proved(
  context: Context,
  means: Exclude<Means, 'passkey' | 'app' | 'recovery_code'>,
): Promise<Context> {
  const actor = requireUser(context)
  const { userId, sessionId, assurance } = actor
  const now = context.clock()
  const counts = await noteProof(context.db, { userId, sessionId, means, now })
  if (!counts || !assurance) return context
  const proof = { ...assurance.proof, at: now, by: means }
  return { ...context, actor: { ...actor, assurance: { ...assurance, proof } } }
}
