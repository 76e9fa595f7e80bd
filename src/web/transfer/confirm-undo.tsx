import { useState } from 'react'
import { ApiError, patienceMs } from '../api/client.ts'
import { useAct } from '../api/use-act.ts'
import { offlineMessage } from '../browser/connection.ts'
import { limitText } from '../format/limit-text.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { type RecentImport, type Undone, undoText } from './report-text.ts'

type ConfirmUndoProps = {
  of: RecentImport
  onClose: () => void
  onUndone: (undone: Undone) => void
}

/** Asks before an import is undone, and undoes it; a failed or hanging attempt can be repeated. Load it lazily. */
export function ConfirmUndo({ of, onClose, onUndone }: ConfirmUndoProps) {
  const [problem, setProblem] = useState<string | null>(null)

  const { run, isBusy } = useAct({
    send: (api) => {
      setProblem(null)
      return api(
        'POST /api/v1/me/collection/imports/:id/undo',
        { params: { id: of.id } },
        { signal: AbortSignal.timeout(patienceMs) },
      )
    },
    after: (undone) => onUndone({ ...undone, id: of.id }),
    onRefused: (error) => {
      // A hanging attempt may have succeeded: undoing again returns the same.
      setProblem(error instanceof ApiError ? limitText(error) : offlineMessage)
      return true
    },
  })

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void run()}
      title="Undo this import?"
      description={undoText(of)}
      confirmLabel="Undo import"
      busy={isBusy}
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
    </ConfirmDialog>
  )
}
