import { Button, type ButtonLook } from '../ui/button/button.tsx'
import { useLoadedDialog } from '../ui/dialog/use-loaded-dialog.ts'
import type { ConfirmUndoProps } from './confirm-undo.tsx'
import type { RecentImport, Undone } from './report-text.ts'

type UndoButtonProps = Pick<ButtonLook, 'size' | 'className'> & {
  of: RecentImport
  /** The id of the text that names the import, where there are several. */
  describedBy?: string
  onUndone: (undone: Undone) => void
}

const confirmation = () => import('./confirm-undo.tsx').then(({ ConfirmUndo }) => ConfirmUndo)

/** Undoes an import after a question (docs/product/my-folio.md#undoing-an-import). */
export function UndoButton({ of, describedBy, onUndone, ...look }: UndoButtonProps) {
  const { Dialog, open, close } = useLoadedDialog<ConfirmUndoProps>()
  return (
    <>
      <Button {...look} aria-describedby={describedBy} onClick={() => void open(confirmation)}>
        Undo import
      </Button>
      {Dialog && (
        <Dialog
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
