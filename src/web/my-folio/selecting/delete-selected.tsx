import { useState } from 'react'
import { maxDeleted } from '../../../shared/collection.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { BarButton } from './selected-bar.tsx'

type DeleteSelectedProps = { chosen: ReadonlySet<string>; onDelete: (ids: readonly string[]) => void }

const ConfirmDeletion = lazyDialog(async () => ({
  default: (await import('./confirm-deletion.tsx')).ConfirmDeletion,
}))

/** A button that deletes the chosen items after asking (docs/product/my-folio.md#deleting-several). */
export function DeleteSelected({ chosen, onDelete }: DeleteSelectedProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <BarButton
        isQuiet
        missing={chosen.size > maxDeleted ? `Delete at most ${maxDeleted} items at a time` : null}
        onPress={() => setAsking(true)}
      >
        Delete
      </BarButton>
      {isAsking && (
        <ConfirmDeletion
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
