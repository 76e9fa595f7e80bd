import { useEffect, useRef } from 'react'
import { OrganizationField } from '../../add/organization-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TagsInput } from '../../ui/form/tags-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { Fields, Problems } from './fields.ts'

type ConfirmFieldsProps = {
  fields: Fields
  problems: Problems
  onChange: (change: Partial<Fields>) => void
  commentLabel?: string
  titleRequired?: boolean
  /** Told what stands in the tags field but is no tag yet. */
  onTagTyped?: (typed: string) => void
}

/** Everything that can be said about an item, in the order of the look. */
export function ConfirmFields({
  fields,
  problems,
  onChange,
  commentLabel = 'What you love about it',
  titleRequired = false,
  onTagTyped,
}: ConfirmFieldsProps) {
  return (
    <>
      <div data-place="title">
        <Field label="Title" error={problems.title}>
          <TextInput
            required={titleRequired}
            value={fields.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
      </div>
      <div data-place="user_comment">
        <Field label={commentLabel} error={problems.user_comment}>
          <TextArea
            value={fields.user_comment}
            onChange={(event) => onChange({ user_comment: event.target.value })}
            placeholder="One honest sentence beats five stars."
            className="max-h-60"
          />
        </Field>
      </div>
      <div data-place="description">
        <Field label="Description (Optional)" error={problems.description}>
          <TextArea
            value={fields.description}
            onChange={(event) => onChange({ description: event.target.value })}
            placeholder="Add a detail people will ask about"
            rows={1}
            className="max-h-60 min-h-12!"
          />
        </Field>
      </div>
      <div data-place="category_id">
        <OrganizationField
          organization={fields.organization}
          categoryId={fields.category_id}
          problem={problems.category_id}
          onChange={onChange}
        />
      </div>
      <TagsField
        tags={fields.tags}
        problem={problems.tags}
        onChange={(tags) => onChange({ tags })}
        onTyped={onTagTyped}
      />
    </>
  )
}

type TagsFieldProps = {
  tags: string[]
  problem: string | undefined
  onChange: (tags: string[]) => void
  onTyped: ((typed: string) => void) | undefined
}

/** At the end of the sheet: each new tag must be seen, not end up behind the foot. */
function TagsField({ tags, problem, onChange, onTyped }: TagsFieldProps) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(tags.length)
  useEffect(() => {
    if (tags.length > shown.current) part.current?.scrollIntoView({ block: 'nearest' })
    shown.current = tags.length
  }, [tags.length])
  return (
    <div ref={part} data-place="tags">
      <TagsInput value={tags} onChange={onChange} onTyped={onTyped} error={problem} />
    </div>
  )
}
