import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { UsernameField } from '../account/profile/username-field.tsx'
import { isUsable, useUsernameStatus } from '../account/profile/username-status.ts'
import { Button } from '../ui/button/button.tsx'
import { Address } from './address.tsx'
import type { useChosenHandle } from './use-chosen-handle.ts'

type HandleFormProps = {
  /** The person's present handle. */
  own: string
  /** The field's first value. */
  first: string
  chosen: ReturnType<typeof useChosenHandle>
  /** It was opened with a button that no longer exists. */
  takesFocus: boolean
  onClose: () => void
}

/** A form for a handle, checked while it is typed (docs/product/profile.md#username), under its address. */
export function HandleForm({ own, first, chosen, takesFocus, onClose }: HandleFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(first)
  const status = useUsernameStatus(typed, own)
  const canSave = typed !== '' && isUsable(status)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.select()
  }, [takesFocus])

  function type(username: string) {
    chosen.forgetProblem()
    setTyped(username)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSave) void chosen.choose(typed)
  }

  function closeByKey({ key }: KeyboardEvent) {
    if (key === 'Escape') onClose()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={closeByKey} className="stack max-w-md gap-3">
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-small text-ink-2">
        <Address handle={typed || '…'} />
      </p>
      <UsernameField
        value={typed}
        status={typed === '' ? 'idle' : status}
        problem={chosen.problem}
        onChange={type}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="ink" size="sm" busy={chosen.isBusy} blocked={!canSave}>
          {typed === own ? 'Keep it' : 'Save'}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Later
        </Button>
      </div>
    </form>
  )
}
