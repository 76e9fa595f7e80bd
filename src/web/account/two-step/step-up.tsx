import { asked, settle } from '../../api/proof.ts'
import { useStore } from '../../browser/store.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'

const StepUpDialog = deferredPart(() => import('./step-up-dialog.tsx').then((script) => script.StepUpDialog))

/** Renders the dialog that sensitive calls ask for (`withStepUp`, `withProof`). */
export function StepUp() {
  const question = useStore(asked, null)
  return question && <StepUpDialog onEnd={settle} />
}
