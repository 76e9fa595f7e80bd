import { useState } from 'react'
import { Button, type ButtonLook } from '../ui/button/button.tsx'
import { lazyDialog } from '../ui/lazy-part.tsx'
import type { RecentImport, Undone } from './report-text.ts'

type UndoButtonProps = Pick<ButtonLook, 'size' | 'className'> & {
  of: RecentImport
  /** The id of the text that names the import, if there are several. */
  describedBy?: string
  onUndone: (undone: Undone) => void
}

const ConfirmUndo = lazyDialog(async () => ({ default: (await import('./confirm-undo.tsx')).ConfirmUndo }))

/** Undoes an import after a question (docs/product/my-folio.md#undoing-an-import). */
export function UndoButton({ of, describedBy, onUndone, ...look }: UndoButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button {...look} aria-describedby={describedBy} onClick={() => setAsking(true)}>
        Undo import
      </Button>
      {isAsking && (
        <ConfirmUndo
          of={of}
          onClose={close}
          onUndone={(undone) => {
            close()
            onUndone(undone)
          }}
        />
      )}
    </>
  )
}
