import { useState } from 'react'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import { useTagEntry } from './tag-entry.ts'

type TagsInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Called with the text that is not a tag yet, so that a form can count it as unsaved. */
  onTyped?: ((typed: string) => void) | undefined
  label?: string
  error?: string
  disabled?: boolean
}

/**
 * Tags, added with Enter, a comma in a pasted list or the plus button, and removed one by one
 * (docs/product/add-item.md#tags). Text that was not added becomes a tag when the field is left or its form is sent.
 */
export function TagsInput({ value, onChange, onTyped, label = 'Tags', error, disabled }: TagsInputProps) {
  const [announcement, setAnnouncement] = useState('')
  const entry = useTagEntry({ tags: value, onChange, onTyped, announce: setAnnouncement })

  return (
    <div>
      <Field label={label} error={entry.problem ?? error}>
        <TextInput
          {...entry.field}
          disabled={disabled}
          placeholder="Add a tag"
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="done"
          trail={<IconButton icon="add" label="Add tag" disabled={disabled} onClick={entry.addByButton} />}
        />
      </Field>
      {value.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2 pt-2.5">
          {value.map((tag) => (
            <li key={tag} className="min-w-0">
              <Chip onRemove={disabled ? undefined : () => entry.remove(tag)}>{tag}</Chip>
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
