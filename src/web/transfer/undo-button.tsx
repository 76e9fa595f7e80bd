import { type ComponentType, useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { Button, type ButtonLook } from '../ui/button/button.tsx'
import { prepareToasts, toast } from '../ui/feedback/toast.ts'
import type { ConfirmUndoProps } from './confirm-undo.tsx'
import type { RecentImport, Undone } from './report-text.ts'

type UndoButtonProps = Pick<ButtonLook, 'size' | 'className'> & {
  of: RecentImport
  /** The id of what tells the import, where there are several. */
  describedBy?: string
  onUndone: (undone: Undone) => void
}

/** Undoes an import once the person has said so (docs/product/my-folio.md#undoing-an-import). */
export function UndoButton({ of, describedBy, onUndone, ...look }: UndoButtonProps) {
  const [Dialog, setDialog] = useState<ComponentType<ConfirmUndoProps> | null>(null)

  async function ask() {
    prepareToasts()
    try {
      const { ConfirmUndo } = await import('./confirm-undo.tsx')
      setDialog(() => ConfirmUndo)
    } catch {
      void toast.error('Error', { description: offlineMessage })
    }
  }

  return (
    <>
      <Button {...look} aria-describedby={describedBy} onClick={() => void ask()}>
        Undo import
      </Button>
      {Dialog && (
        <Dialog
          of={of}
          onClose={() => setDialog(null)}
          onUndone={(undone) => {
            setDialog(null)
            onUndone(undone)
          }}
        />
      )}
    </>
  )
}
