import { type KeyboardEvent, useRef, useState } from 'react'
import { Chip } from './chip.tsx'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { addTag, type TagOutcome } from './tags.ts'
import { TextInput } from './text-input.tsx'

type TagsInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  label?: string
  error?: string
  disabled?: boolean
}

const announcements: Record<TagOutcome, (tag: string) => string> = {
  added: (tag) => `${tag} added`,
  duplicate: (tag) => `${tag} is already there`,
  blank: () => '',
}

/** Tags, added with Enter or the plus button and removed one by one (spec section 5). */
export function TagsInput({ value, onChange, label = 'Tags', error, disabled }: TagsInputProps) {
  const [typed, setTyped] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function add() {
    const { tags, tag, outcome } = addTag(value, typed)
    setAnnouncement(announcements[outcome](tag))
    setTyped('')
    if (outcome === 'added') onChange(tags)
    input.current?.focus()
  }

  function remove(tag: string) {
    onChange(value.filter((other) => other !== tag))
    setAnnouncement(`${tag} removed`)
    input.current?.focus()
  }

  /** Enter belongs to the tag, not to the form around it; while a word is being composed it belongs to the keyboard. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }

  return (
    <div>
      <Field label={label} error={error}>
        <TextInput
          ref={input}
          value={typed}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="Add a tag"
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="done"
          trail={<IconButton icon="add" label="Add tag" disabled={disabled} onClick={add} />}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2 pt-2.5">
          {value.map((tag) => (
            <li key={tag} className="min-w-0">
              <Chip onRemove={disabled ? undefined : () => remove(tag)}>{tag}</Chip>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
