import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { isSampleTitle } from '../../../shared/amazon/sample.ts'
import { PictureField, type useItemPicture } from '../../item/edit/picture-field.tsx'
import { ConfirmFields, focusFirst } from '../../item/form/confirm-fields.tsx'
import { shownProblems } from '../../item/form/fields.ts'
import { type FieldsChange, parts, pictureProblem } from '../../item/form/item-fields.ts'
import { useRequiredToast } from '../../item/form/use-required-toast.ts'
import { ProductPrice } from '../../look/price.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Confirmation } from '../add-flow.ts'
import { StepHeading } from '../step-heading.tsx'
import type { Item } from './item.ts'
import { OwnedNote } from './owned-note.tsx'
import { ComingVisibility } from './visibility.tsx'

type ConfirmStepProps = {
  step: Confirmation
  picture: ReturnType<typeof useItemPicture>
  /** Connects the button in the sheet's foot to the form. */
  formId: string
  onChange: (change: FieldsChange) => void
  onSubmit: () => void
  /** What follows the fields. */
  children: ReactNode
}

/** The third step: the item as it will be published. */
export function ConfirmStep({ step, picture, formId, onChange, onSubmit, children }: ConfirmStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const visibilityId = useId()
  const { refusal } = step
  const lastFocused = useRef<Element>(null)
  useEffect(() => {
    if (!refusal || !form.current) return
    // While it was being published the form was disabled and lost the focus.
    if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus()
    focusFirst(form.current, parts, refusal.problems)
  }, [refusal])

  useRequiredToast(step)
  useSelectedSample(form, step)

  function submit(event: FormEvent) {
    event.preventDefault()
    lastFocused.current = document.activeElement
    if (picture.step.name === 'uploading')
      void toast.error('Please wait', {
        description: 'Image upload in progress. Please wait before saving.',
      })
    else onSubmit()
  }

  return (
    <>
      <StepHeading>Add to my folio</StepHeading>
      <ConfirmNotices step={step} visibilityId={visibilityId} />
      {/* Disabled, since text typed during the request would be lost. */}
      <form
        ref={form}
        id={formId}
        inert={step.publishing}
        noValidate
        onSubmit={submit}
        className="stack gap-5"
      >
        <Pictures step={step} picture={picture} onChange={onChange} />
        <ConfirmFields
          fields={step.fields}
          problems={shownProblems(step)}
          onChange={onChange}
          wholeTitle={step.item.details === 'amazon' ? step.initial.title : undefined}
          titleNoteId={step.item.details === 'sample' ? visibilityId : undefined}
        />
        {children}
      </form>
    </>
  )
}

/** A sample's title is selected, so that typing replaces it; after a press into it again. */
function useSelectedSample(form: RefObject<HTMLFormElement | null>, { item }: Confirmation) {
  const isSample = item.details === 'sample'
  useEffect(() => {
    const title = form.current?.querySelector<HTMLInputElement>('[data-field="title"] input')
    if (!title || !isSample) return
    const select = (event?: Event) => {
      if (!isSampleTitle(title.value)) return
      // Else the press would set the caret.
      event?.preventDefault()
      title.focus({ preventScroll: true })
      title.select()
    }
    select()
    title.addEventListener('mousedown', select)
    return () => title.removeEventListener('mousedown', select)
  }, [form, isSample])
}

type ConfirmNoticesProps = { step: Confirmation; visibilityId: string }

/** Notices before publishing: who will see what, and products that exist already. */
function ConfirmNotices({ step, visibilityId }: ConfirmNoticesProps) {
  return (
    <>
      <div id={visibilityId} role="status" className="empty:absolute">
        <ComingVisibility item={step.item} fields={step.fields} />
      </div>
      {step.arrivedEarlier && <ArrivedEarlierNotice />}
      {/* In the document from the start, so that a new notice is announced; while empty it has no gap. */}
      <div role="status" className="empty:absolute">
        <OwnedNote item={step.item} />
      </div>
    </>
  )
}

/** It appears while somebody looks at the button at the sheet's end, so it takes the focus. */
function ArrivedEarlierNotice() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Banner tone="note">
        An earlier try did arrive: the item was posted with the details it had then. Post again only if you
        want it twice.
      </Banner>
    </div>
  )
}

type PicturesProps = Pick<ConfirmStepProps, 'step' | 'picture' | 'onChange'>

/** The picture that was found, or the person's own photos instead (docs/product/add-item.md#confirmation). */
function Pictures({ step, picture, onChange }: PicturesProps) {
  const { item, fields, refusal } = step
  const { image_url } = item
  return (
    <PictureField
      given={image_url ? { src: image_url, source: item.details === 'amazon' ? 'amazon' : 'own' } : null}
      fields={fields}
      picture={picture}
      problem={refusal ? pictureProblem(refusal, fields) : undefined}
      instead={image_url}
      onChange={onChange}
    >
      <Origin item={item} />
    </PictureField>
  )
}

type OriginProps = { item: Item }

/** Shop and price. */
function Origin({ item }: OriginProps) {
  return (
    <div className="min-w-0">
      <p className="text-small text-ink-2">
        From {item.host}
        {!item.has_own_asin && <>, item number {item.asin} made up</>}
      </p>
      {/* As wide as its line, so that the time wraps below it. */}
      <ProductPrice product={item} dated className="w-full text-quote" />
    </div>
  )
}
