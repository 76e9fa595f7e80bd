import { Button } from '../ui/button.tsx'
import { SheetSubmit } from '../ui/sheet-submit.tsx'
import type { EditItem } from './edit/use-edit-item.ts'

type EditFootProps = {
  edit: EditItem
  /** Ties 'Save Changes' to the form. */
  formId: string
  isUploading: boolean
  onClose: () => void
}

/** What can be done where the edit stands. */
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
