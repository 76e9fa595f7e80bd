import { ErrorState } from '../../ui/error-state.tsx'
import { EditSkeleton } from '../edit-skeleton.tsx'
import type { useItemPicture } from '../use-item-picture.ts'
import { ConflictStep } from './conflict-step.tsx'
import { EditForm } from './edit-form.tsx'
import { GoneStep } from './gone-step.tsx'
import type { EditItem } from './use-edit-item.ts'

type EditStepProps = {
  edit: EditItem
  picture: ReturnType<typeof useItemPicture>
  formId: string
  onTagTyped: (typed: string) => void
}

/** What is to be seen where the edit stands. */
export function EditStep({ edit, picture, formId, onTagTyped }: EditStepProps) {
  const { state, dispatch, load, save } = edit
  switch (state.name) {
    case 'loading':
      return <EditSkeleton />
    case 'failed':
      return <ErrorState message="Failed to load product details." onRetry={() => void load()} level={3} />
    case 'gone':
      return <GoneStep typed={state.typed} />
    case 'conflict':
      return (
        <ConflictStep
          conflict={state}
          onChoose={(part, side) => dispatch({ type: 'side_chosen', part, side })}
        />
      )
    case 'editing':
      return (
        <EditForm
          editing={state}
          picture={picture}
          formId={formId}
          onChange={(change) => dispatch({ type: 'fields_changed', change })}
          onTagTyped={onTagTyped}
          onStartAnew={edit.startAnew}
          onSubmit={() => void save()}
        />
      )
  }
}
