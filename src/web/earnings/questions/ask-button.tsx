import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const QuestionDialog = lazyPart(() => import('./question-dialog.tsx'))

/** Opens the conversation about a row of the ledger (docs/product/payouts.md#questions). */
export function AskButton({ entryId }: { entryId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link relative justify-self-start text-caption after:absolute after:-inset-y-3.5 after:inset-x-0"
        onClick={() => setOpen(true)}
      >
        Something looks wrong?
      </button>
      {isOpen && <QuestionDialog entryId={entryId} onClose={() => setOpen(false)} />}
    </>
  )
}
