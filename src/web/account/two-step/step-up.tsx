import { hasCode } from '../../../shared/errors.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'

const StepUpDialog = deferredPart(() => import('./step-up-dialog.tsx').then((script) => script.StepUpDialog))

type Question = { answer: Promise<boolean>; settle: (isShown: boolean) => void }

const asked = createStore<Question | null>(null)

/** Asks for the second step; resolves to whether it was shown. Calls at the same time share one dialog. */
function ask(): Promise<boolean> {
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const question = asked.get() ?? { answer, settle: resolve }
  asked.set(question)
  return question.answer
}

function settle(isShown: boolean) {
  asked.get()?.settle(isShown)
  asked.set(null)
}

/**
 * Makes a call that acts on money. Where the server requires the second step (decision 52), a dialog asks for it and the
 * same call is made again, so that nothing typed is lost. Rejects as the call does; without the step, with its refusal.
 */
export async function withStepUp<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'step_up_required') || !(await ask())) throw error
    return call()
  }
}

/** Renders the dialog of {@link withStepUp}. */
export function StepUp() {
  const question = useStore(asked, null)
  return question && <StepUpDialog onEnd={settle} />
}
