import { useState } from 'react'
import { ApiError, patienceMs } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
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

/** Asks before an import is undone, and undoes it; what failed or hangs may be tried again. Load it lazily. */
export function ConfirmUndo({ of, onClose, onUndone }: ConfirmUndoProps) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function undo() {
    setBusy(true)
    setProblem(null)
    try {
      const undone = await api(
        'POST /api/v1/me/collection/imports/:id/undo',
        { params: { id: of.id } },
        { signal: AbortSignal.timeout(patienceMs) },
      )
      onUndone({ ...undone, id: of.id })
    } catch (error) {
      // What hangs may have been done: undone again, it answers the same.
      setProblem(error instanceof ApiError ? limitText(error) : offlineMessage)
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void undo()}
      title="Undo this import?"
      description={undoText(of)}
      confirmLabel="Undo import"
      busy={isBusy}
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
    </ConfirmDialog>
  )
}
