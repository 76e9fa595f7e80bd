import { useEffect, useRef, useState } from 'react'
import { ownerTexts } from '../../../shared/fields/owner-fields.ts'
import { copyText } from '../../browser/copy-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import type { ItemFields } from '../form/item-fields.ts'

type GoneStepProps = { typed: ItemFields | null }

/** Says that the item was deleted elsewhere. What was typed cannot be saved any more, but can be copied. */
export function GoneStep({ typed }: GoneStepProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <>
      <div ref={notice} tabIndex={-1} className="outline-none">
        <Banner tone="bad">
          This item was deleted, so it cannot be edited any more.
          {typed && ' What you typed is below, to be copied.'}
        </Banner>
      </div>
      {typed && <TypedText text={textOf(typed)} />}
    </>
  )
}

const textOf = (typed: ItemFields): string =>
  [...ownerTexts.map((name) => typed[name]), typed.tags.map((tag) => `#${tag}`).join(' ')]
    .filter(Boolean)
    .join('\n\n')

type TypedTextProps = { text: string }

function TypedText({ text }: TypedTextProps) {
  const [isBusy, setBusy] = useState(false)

  async function copy() {
    setBusy(true)
    await copyText(text).then(
      () => toast.success('Copied!'),
      () => toast.error('Failed to copy'),
    )
    setBusy(false)
  }

  return (
    <div className="stack gap-3">
      <Field label="What you typed">
        <TextArea readOnly value={text} className="max-h-80" />
      </Field>
      <Button busy={isBusy} onClick={() => void copy()}>
        Copy text
      </Button>
    </div>
  )
}
