import { useState } from 'react'
import { ApiError } from '../client.ts'
import { limitText } from '../time/limit-text.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { useApi } from '../use-api.ts'
import { type RecentImport, type Undone, undoText } from './report-text.ts'

export type ConfirmUndoProps = {
  of: RecentImport
  onClose: () => void
  onUndone: (undone: Undone) => void
}

/** Asks before an import is undone, and undoes it; what failed may be tried again. Load it lazily. */
export function ConfirmUndo({ of, onClose, onUndone }: ConfirmUndoProps) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function undo() {
    setBusy(true)
    setProblem(null)
    try {
      const undone = await api('POST /api/v1/me/collection/imports/:id/undo', { params: { id: of.id } })
      onUndone({ ...undone, id: of.id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(limitText(error))
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
