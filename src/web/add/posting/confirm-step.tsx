import { type FormEvent, useEffect, useId, useRef } from 'react'
import { ConfirmFields, focusFirst } from '../../item/form/confirm-fields.tsx'
import { type Fields, places, shownProblems } from '../../item/form/fields.ts'
import { ProductImage } from '../../product/look/image.tsx'
import { ProductPrice } from '../../product/look/price.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Confirmation } from '../add-flow.ts'
import { StepHeading } from '../step-heading.tsx'
import type { Item } from './item.ts'
import { OwnedNote } from './owned-note.tsx'

type ConfirmStepProps = {
  step: Confirmation
  /** Ties the button in the sheet's foot to the form. */
  formId: string
  onChange: (change: Partial<Fields>) => void
  onSubmit: () => void
}

/** The third step: the item as it will be posted. */
export function ConfirmStep({ step, formId, onChange, onSubmit }: ConfirmStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const sampleNoticeId = useId()
  const { refusal } = step
  const lastFocused = useRef<Element>(null)
  useEffect(() => {
    if (!refusal || !form.current) return
    // While it was being posted nothing in the form could have the focus.
    if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus()
    focusFirst(form.current, places, refusal.problems)
  }, [refusal])

  function submit(event: FormEvent) {
    event.preventDefault()
    lastFocused.current = document.activeElement
    onSubmit()
  }

  return (
    <>
      <StepHeading describedBy={step.item.details === 'sample' ? sampleNoticeId : undefined}>
        Add to my folio
      </StepHeading>
      <ItemSummary item={step.item} />
      <ConfirmNotices step={step} sampleNoticeId={sampleNoticeId} />
      {/* What is typed while it is being posted would be lost. */}
      <form ref={form} id={formId} inert={step.posting} noValidate onSubmit={submit} className="stack gap-5">
        <ConfirmFields fields={step.fields} problems={shownProblems(step)} onChange={onChange} />
      </form>
    </>
  )
}

type ConfirmNoticesProps = { step: Confirmation; sampleNoticeId: string }

/** What a person should know before posting: details that are not real, and products that exist already. */
function ConfirmNotices({ step, sampleNoticeId }: ConfirmNoticesProps) {
  return (
    <>
      {step.item.details === 'sample' && (
        <div id={sampleNoticeId}>
          <Banner tone="note">
            The item’s details could not be loaded, so sample details are shown. Replace them with your own:
            until then, nobody else sees them.
          </Banner>
        </div>
      )}
      {step.arrivedEarlier && <ArrivedEarlierNotice />}
      {/* There from the beginning, so that what fills it later is announced; while empty it takes no gap. */}
      <div role="status" className="empty:absolute">
        <OwnedNote item={step.item} />
      </div>
    </>
  )
}

/** Comes while someone looks at the button at the sheet's end, so it takes the focus. */
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

type ItemSummaryProps = { item: Item }

/** What was found and cannot be edited here: picture, shop, price with its time. */
function ItemSummary({ item }: ItemSummaryProps) {
  return (
    <div className="flex items-center gap-4">
      <ProductImage
        src={item.image_url}
        title=""
        source={item.details === 'amazon' ? 'amazon' : 'own'}
        shape="thumb88"
        eager
      />
      <div className="min-w-0 flex-1">
        <p className="text-small text-ink-2">From {item.host}</p>
        {/* As wide as its line, so that the time stands below it. */}
        <ProductPrice product={item} dated className="w-full text-quote" />
      </div>
    </div>
  )
}
