import { type FormEvent, useEffect, useRef } from 'react'
import { isLongTitle } from '../../../shared/product.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ConfirmFields, focusFirst } from '../form/confirm-fields.tsx'
import { shownProblems } from '../form/fields.ts'
import { type FieldsChange, type Item, parts, pictureProblem, titleMissing } from '../form/item-fields.ts'
import { useRequiredToast } from '../form/use-required-toast.ts'
import type { Editing } from './edit-flow.ts'
import { PictureField, type useItemPicture } from './picture-field.tsx'

type EditFormProps = {
  editing: Editing
  picture: ReturnType<typeof useItemPicture>
  formId: string
  onChange: (change: FieldsChange) => void
  onTagTyped: (typed: string) => void
  /** Discards the draft of an earlier opening. */
  onStartOver: () => void
  onSubmit: () => void
}

/** The fields of an item that its owner may change (docs/product/edit-item.md#edit-dialog). */
export function EditForm(props: EditFormProps) {
  const { editing, picture, formId, onChange, onTagTyped, onStartOver, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const { fields, refusal } = editing
  useEffect(() => {
    if (refusal && form.current) focusFirst(form.current, parts, refusal.problems)
  }, [refusal])
  useRequiredToast(editing)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (picture.step.name === 'uploading')
      void toast.error('Please wait', {
        description: 'Image upload in progress. Please wait before saving.',
      })
    else onSubmit()
  }

  return (
    <form ref={form} id={formId} noValidate onSubmit={submit} className="stack gap-5">
      {editing.isRestored && <RestoredNote onStartOver={onStartOver} />}
      <PictureField
        given={givenPicture(editing.item)}
        category={editing.item.categories?.slug}
        fields={fields}
        picture={picture}
        problem={refusal ? pictureProblem(refusal, fields) : undefined}
        instead={null}
        onChange={onChange}
      />
      <ConfirmFields
        fields={fields}
        problems={formProblems(editing)}
        onChange={onChange}
        commentLabel="What I love about it"
        titleRequired
        wholeTitle={isLongTitle(editing.item.title) ? editing.item.title : undefined}
        onTagTyped={onTagTyped}
      />
    </form>
  )
}

/** Amazon's picture or a sample's; null where the item has none, or the owner's own. */
const givenPicture = ({ image_url: src, image_source }: Item) =>
  src && image_source !== 'owner'
    ? { src, source: image_source === 'amazon' ? ('amazon' as const) : ('own' as const) }
    : null

/** The errors to show. A title that was removed is reported at once: saving is blocked until there is one again. */
function formProblems({ item, fields, refusal }: Editing) {
  const isMissing = fields.title.trim() === '' && (item.title !== '' || refusal !== null)
  return { ...shownProblems({ fields, refusal }), ...(isMissing && { title: titleMissing }) }
}

type RestoredNoteProps = { onStartOver: () => void }

function RestoredNote({ onStartOver }: RestoredNoteProps) {
  return (
    <Banner tone="note">
      These are your changes from before. They have not been saved yet.
      <span className="block pt-2">
        <Button size="sm" onClick={onStartOver}>
          Discard them
        </Button>
      </span>
    </Banner>
  )
}
