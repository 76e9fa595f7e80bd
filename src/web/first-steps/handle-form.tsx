import { type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { UsernameField } from '../account/profile/username-field.tsx'
import { isUsable, useUsernameStatus } from '../account/profile/username-status.ts'
import { useActForm } from '../api/use-act-form.ts'
import { Button } from '../ui/button/button.tsx'
import { Address } from './address.tsx'
import { useChosenHandle } from './use-chosen-handle.ts'

type HandleFormProps = {
  /** The person's present handle. */
  own: string
  /** The field's first value. */
  first: string
  /** It was saved or put off. */
  onClose: () => void
}

/** A form for a handle, checked while it is typed (docs/product/profile.md#username), under its address. */
export function HandleForm({ own, first, onClose }: HandleFormProps) {
  const form = useActForm(useChosenHandle(), { start: { username: first }, onDone: onClose })
  const { setFocus } = form
  const typed = form.watch('username')
  const status = useUsernameStatus(typed, own)
  const canSave = typed !== '' && isUsable(status)
  // The button that opened it no longer exists.
  useEffect(() => setFocus('username', { shouldSelect: true }), [setFocus])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSave) form.submit()
  }

  function closeByKey({ key }: KeyboardEvent) {
    if (key === 'Escape') onClose()
  }

  return (
    <form {...form.formProps} onSubmit={submit} onKeyDown={closeByKey} className="stack gap-3">
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-small text-ink-2">
        <Address handle={typed || '…'} />
      </p>
      <UsernameField
        field={form.register('username')}
        status={typed === '' ? 'idle' : status}
        problem={form.problem('username')}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="ink" size="sm" busy={form.isBusy} blocked={!canSave}>
          {typed === own ? 'Keep it' : 'Save'}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Later
        </Button>
      </div>
    </form>
  )
}
