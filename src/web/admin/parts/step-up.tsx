import { hasCode } from '../../../shared/errors.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'

const StepUpDialog = deferredPart(() => import('./step-up-dialog.tsx').then((script) => script.StepUpDialog))

type Question = { answer: Promise<boolean>; settle: (isShown: boolean) => void }

const asked = createStore<Question | null>(null)

/** Asks for the second step; acts that need it at once share one question. */
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
 * Makes a call that acts on money. Where the server asks for the second step first (decision 52) a dialog does, and the
 * same call is made again, so that nothing typed is lost. Rejects as the call does; with the refusal where no step was shown.
 */
export async function withStepUp<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'step_up_required') || !(await ask())) throw error
    return call()
  }
}

/** Where the dialog of {@link withStepUp} appears. */
export function StepUp() {
  const question = useStore(asked, null)
  return question && <StepUpDialog onEnd={settle} />
}
