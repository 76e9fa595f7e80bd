import { asked, settle } from '../../api/proof.ts'
import { useStore } from '../../browser/store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const StepUpDialog = lazyPart(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Renders the dialog that sensitive calls ask for (`withStepUp`, `withProof`). */
export function StepUp() {
  const question = useStore(asked, null)
  return question && <StepUpDialog onEnd={settle} />
}
