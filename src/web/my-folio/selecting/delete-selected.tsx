import { type ComponentType, useState } from 'react'
import { maxDeleted } from '../../../shared/collection.ts'
import { offlineMessage } from '../../browser/connection.ts'
import { prepareToasts, toast } from '../../ui/feedback/toast.ts'
import type { ConfirmDeletionProps } from './confirm-deletion.tsx'
import { BarButton } from './selected-bar.tsx'

type DeleteSelectedProps = { chosen: ReadonlySet<string>; onDelete: (ids: readonly string[]) => void }

/** Deletes the chosen items once the person has said so (docs/product/my-folio.md#deleting-several). */
export function DeleteSelected({ chosen, onDelete }: DeleteSelectedProps) {
  const [Dialog, setDialog] = useState<ComponentType<ConfirmDeletionProps> | null>(null)

  async function ask() {
    prepareToasts()
    try {
      const { ConfirmDeletion } = await import('./confirm-deletion.tsx')
      setDialog(() => ConfirmDeletion)
    } catch {
      void toast.error('Error', { description: offlineMessage })
    }
  }

  return (
    <>
      <BarButton
        isQuiet
        missing={chosen.size > maxDeleted ? `Delete at most ${maxDeleted} items at a time` : null}
        onPress={() => void ask()}
      >
        Delete
      </BarButton>
      {Dialog && (
        <Dialog
          count={chosen.size}
          onClose={() => setDialog(null)}
          onConfirm={() => {
            setDialog(null)
            onDelete([...chosen])
          }}
        />
      )}
    </>
  )
}
