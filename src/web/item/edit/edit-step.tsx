import { Button } from '../../ui/button/button.tsx'
import { SheetSubmit } from '../../ui/dialog/dialog.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { ConflictStep } from './conflict-step.tsx'
import { EditForm } from './edit-form.tsx'
import { GoneStep } from './gone-step.tsx'
import type { useItemPicture } from './picture-field.tsx'
import type { EditItem } from './use-edit-item.ts'

type EditStepProps = {
  edit: EditItem
  picture: ReturnType<typeof useItemPicture>
  formId: string
  onTagTyped: (typed: string) => void
}

/** The content of the edit's present step. */
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
          onStartOver={edit.startOver}
          onSubmit={() => void save()}
        />
      )
  }
}

type EditFootProps = {
  edit: EditItem
  /** The form's id, for the button 'Save Changes'. */
  formId: string
  isUploading: boolean
  onClose: () => void
}

/** The buttons of the edit's present step. */
export function EditFoot({ edit: { state, settle }, formId, isUploading, onClose }: EditFootProps) {
  switch (state.name) {
    case 'editing':
      return (
        <SheetSubmit
          form={formId}
          busy={state.saving}
          blocked={isUploading || state.fields.title.trim() === ''}
        >
          Save Changes
        </SheetSubmit>
      )
    case 'conflict':
      return (
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => void settle({ andSave: false })}>Keep editing</Button>
          <Button variant="primary" onClick={() => void settle({ andSave: true })}>
            Save Changes
          </Button>
        </div>
      )
    default:
      return (
        <Button block onClick={onClose}>
          Close
        </Button>
      )
  }
}

/** Placeholder boxes while the form loads. */
function EditSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading your item</span>
      <div aria-hidden="true" className="stack gap-5">
        <div className="flex items-center gap-4">
          <Skeleton className="size-22 shrink-0 rounded-md" />
          <Skeleton className="h-9 w-36 rounded-[10px]" />
        </div>
        <Skeleton className="mt-6 h-12 rounded-md" />
        <Skeleton className="mt-6 h-24 rounded-md" />
        <Skeleton className="mt-6 h-12 rounded-md" />
        <Skeleton className="mt-6 h-14 rounded-md" />
      </div>
    </div>
  )
}
