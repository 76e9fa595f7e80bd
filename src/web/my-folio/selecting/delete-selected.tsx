import { maxDeleted } from '../../../shared/collection.ts'
import { useLoadedDialog } from '../../ui/dialog/use-loaded-dialog.ts'
import type { ConfirmDeletionProps } from './confirm-deletion.tsx'
import { BarButton } from './selected-bar.tsx'

type DeleteSelectedProps = { chosen: ReadonlySet<string>; onDelete: (ids: readonly string[]) => void }

const confirmation = () => import('./confirm-deletion.tsx').then(({ ConfirmDeletion }) => ConfirmDeletion)

/** A button that deletes the chosen items after asking (docs/product/my-folio.md#deleting-several). */
export function DeleteSelected({ chosen, onDelete }: DeleteSelectedProps) {
  const { Dialog, open, close } = useLoadedDialog<ConfirmDeletionProps>()
  return (
    <>
      <BarButton
        isQuiet
        missing={chosen.size > maxDeleted ? `Delete at most ${maxDeleted} items at a time` : null}
        onPress={() => void open(confirmation)}
      >
        Delete
      </BarButton>
      {Dialog && (
        <Dialog
          count={chosen.size}
          onClose={close}
          onConfirm={() => {
            close()
            onDelete([...chosen])
          }}
        />
      )}
    </>
  )
}
