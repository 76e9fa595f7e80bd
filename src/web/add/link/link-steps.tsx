import {
  type ChangeEvent,
  type ClipboardEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { Button } from '../../ui/button/button.tsx'
import { DialogTitle } from '../../ui/dialog/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton, Spinner } from '../../ui/feedback/loading.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { Step } from '../add-flow.ts'
import { StepHeading } from '../step-heading.tsx'
import { readItemLink } from './pasted-links.ts'

/** See docs/product/add-item.md#link: the sheet has begun to rise before a phone's keyboard does. */
const focusDelayMs = 100

type UrlStepProps = {
  url: string
  step: Step & { name: 'url-input' }
  onChange: (url: string) => void
  /** Goes on with the text of the field, or the text that was just pasted into it. */
  onBegin: (text: string) => void
  /** Shown between heading and field. */
  children: ReactNode
}

/** The first step: an Amazon link or several, and what was wrong with the last one. */
export function UrlStep({ url, step, onChange, onBegin, children }: UrlStepProps) {
  const { problem } = step
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])
  // Each refusal is announced, also where its words are the same as before.
  useEffect(() => {
    if (step.problem) input.current?.focus()
  }, [step])

  function submit(event: FormEvent) {
    event.preventDefault()
    onBegin(url)
  }

  return (
    <>
      <DialogTitle>Got something amazing to share?</DialogTitle>
      {children}
      {problem && (
        <div id={problemId}>
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {step.isKept && (
        <Banner tone="good">
          Kept as a draft. You are offline: nothing is sent, and the link is offered to you again once you are
          online.
        </Banner>
      )}
      <form noValidate onSubmit={submit} className="stack gap-5">
        <Field
          label="Amazon Item URL"
          hint={
            problem
              ? undefined
              : 'Paste a link from the Amazon app or site. Several links at once go to your Inbox.'
          }
        >
          <TextInput
            ref={input}
            value={url}
            {...pasteBegins({ url, isRefused: problem !== null, onChange, onBegin })}
            leadIcon="link"
            inputMode="url"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            {...(problem && { 'aria-invalid': true, 'aria-describedby': problemId })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block>
          Fetch Item Info
        </Button>
      </form>
    </>
  )
}

type PasteOptions = Pick<UrlStepProps, 'url' | 'onChange' | 'onBegin'> & { isRefused: boolean }

/**
 * A paste into the empty field, over all its text, or as a link beside a refused one, goes on without a press of the
 * button. A phone's keyboard may insert from its own clipboard without a paste event: so a whole link that appears in
 * the field at once counts as pasted too.
 */
function pasteBegins({ url, isRefused, onChange, onBegin }: PasteOptions) {
  const isEmpty = url.trim() === ''
  const isLink = (text: string) => !('problem' in readItemLink(text))
  return {
    onPaste(event: ClipboardEvent<HTMLInputElement>) {
      // Read from the event, since the field would join the lines.
      const text = event.clipboardData.getData('text')
      const { selectionStart, selectionEnd, value } = event.currentTarget
      const isOverAll = selectionStart === 0 && selectionEnd === value.length
      if (!text.trim() || !(isEmpty || isOverAll || (isRefused && isLink(text)))) return
      event.preventDefault()
      onBegin(text)
    },
    onChange({ target: { value } }: ChangeEvent<HTMLInputElement>) {
      const isOneStroke = isEmpty || (isRefused && Math.abs(value.length - url.length) > 1)
      if (isOneStroke && isLink(value)) onBegin(value)
      else onChange(value)
    },
  }
}

type FetchingStepProps = { resolving: boolean; onCancel: () => void }

/** The second step: waiting for Amazon, with placeholder boxes. */
export function FetchingStep({ resolving, onCancel }: FetchingStepProps) {
  return (
    <div className="stack gap-5">
      <div role="status" className="flex items-center gap-3">
        <Spinner size="md" />
        <StepHeading look="t-heading">
          {resolving ? 'Resolving short link...' : 'Fetching item information...'}
        </StepHeading>
      </div>
      <div aria-hidden="true" className="stack gap-5">
        <div className="flex items-start gap-4">
          <Skeleton className="size-22 shrink-0 rounded-md" />
          <div className="stack flex-1 gap-2 pt-1">
            <Skeleton className="h-5 rounded-xs" />
            <Skeleton className="h-5 w-7/10 rounded-xs" />
            <Skeleton className="mt-2 h-5 w-3/10 rounded-xs" />
          </div>
        </div>
        <Skeleton className="h-12 rounded-md" />
        <Skeleton className="h-24 rounded-md" />
      </div>
      <Button block onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
