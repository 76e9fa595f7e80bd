import { useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { longText, Shelf, Specimen } from './shelf.tsx'

type Shown = 'sheet' | 'question' | 'busy question' | null

/** Dialogs, opened one at a time: a sheet on a phone, a box on wider screens. */
export function Dialogs() {
  const [shown, setShown] = useState<Shown>(null)
  const close = () => setShown(null)
  return (
    <Shelf title="Dialogs">
      <Specimen name="a sheet in steps, a question, a question whose answer is under way">
        {(['sheet', 'question', 'busy question'] as const).map((one) => (
          <Button key={one} onClick={() => setShown(one)}>
            Open the {one}
          </Button>
        ))}
      </Specimen>
      <Dialog
        open={shown === 'sheet'}
        onClose={close}
        title="Add to my folio"
        steps={{ current: 2, total: 3 }}
        foot={
          <Button block variant="primary" onClick={close}>
            Post to my folio
          </Button>
        }
      >
        <div className="stack gap-4">
          {['Title', 'Description (Optional)', 'What you love about it', 'Tags'].map((label) => (
            <Field key={label} label={label} hint={longText}>
              <TextInput />
            </Field>
          ))}
        </div>
      </Dialog>
      <ConfirmDialog
        open={shown === 'question' || shown === 'busy question'}
        busy={shown === 'busy question'}
        onClose={close}
        onConfirm={close}
        title="Delete this product?"
        description="It is removed from your collection and the Community Feed. This cannot be undone."
        confirmLabel="Delete"
      />
    </Shelf>
  )
}
