import { hasCode } from '../../shared/errors.ts'
import { createStore } from '../browser/store.ts'

type Question = { answer: Promise<boolean>; settle: (isShown: boolean) => void }

/** The open request to prove who one is, which `StepUp` shows. */
export const asked = createStore<Question | null>(null)

/** Asks the person to prove who they are; resolves to whether they did. Calls at the same time share one dialog. */
function ask(): Promise<boolean> {
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const question = asked.get() ?? { answer, settle: resolve }
  asked.set(question)
  return question.answer
}

/** Answers it. */
export function settle(isShown: boolean) {
  asked.get()?.settle(isShown)
  asked.set(null)
}

/**
 * Makes a sensitive call. Where the server wants the person to prove who they are (decision 100), a dialog asks for
 * that and the same call is made again, so that nothing typed is lost. Rejects as the call does; without the proof,
 * with its refusal.
 */
export async function withStepUp<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'step_up_required') || !(await ask())) throw error
    return call()
  }
}

/** The auth wire's code for the same refusal. */
const wireCodes = ['reauthentication_needed', 'enrolment_code_needed']

/** The same for a call of the auth client, which resolves to its failure. */
export async function withProof<Answer extends { error: Error | null }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await call()
  const code = answer.error && 'code' in answer.error ? String(answer.error.code) : ''
  return wireCodes.includes(code) && (await ask()) ? call() : answer
}
