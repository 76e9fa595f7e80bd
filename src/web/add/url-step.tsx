import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { DialogTitle } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { Step } from './add-flow.ts'

/** Spec section 9, Input focus delay: the sheet has begun to rise before a phone's keyboard does. */
const focusDelayMs = 100

type UrlStepProps = {
  url: string
  step: Step & { name: 'url-input' }
  onChange: (url: string) => void
  onSubmit: () => void
  /** Stands between heading and field. */
  children: ReactNode
}

/** The first step: an Amazon link, and what was wrong with the last one. */
export function UrlStep({ url, step, onChange, onSubmit, children }: UrlStepProps) {
  const { problem } = step
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])
  // Each refusal is a step of its own, also where its words are the same again.
  useEffect(() => {
    if (step.problem) input.current?.focus()
  }, [step])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
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
      <form noValidate onSubmit={submit} className="stack gap-5">
        <Field
          label="Amazon Item URL"
          hint={problem ? undefined : 'Paste a link from the Amazon app or site. Short links work too.'}
        >
          <TextInput
            ref={input}
            value={url}
            onChange={(event) => onChange(event.target.value)}
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
