import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { categoriesQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { RetryBanner } from '../../ui/feedback/banner.tsx'
import { RadioCards, Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { Fields, Problems } from './fields.ts'
import { shortTitle } from './short-title.ts'
import { TagsInput } from './tags-input.tsx'

type ConfirmFieldsProps = {
  fields: Fields
  problems: Problems
  onChange: (change: Partial<Fields>) => void
  commentLabel?: string
  titleRequired?: boolean
  /** The id of a text about the title that is read with it. */
  titleNoteId?: string | undefined
  /** A title that may be long, such as Amazon's: a shorter one is offered beside it. */
  wholeTitle?: string | undefined
  /** Called with the text in the tags field that is not a tag yet. */
  onTagTyped?: (typed: string) => void
}

/** All fields of an item, in the order of the form. */
export function ConfirmFields({
  fields,
  problems,
  onChange,
  commentLabel = 'What you love about it',
  titleRequired = false,
  titleNoteId,
  wholeTitle,
  onTagTyped,
}: ConfirmFieldsProps) {
  return (
    <>
      <div data-field="title">
        <Field label="Title" error={problems.title}>
          <TextInput
            required={titleRequired}
            aria-describedby={problems.title ? undefined : titleNoteId}
            value={fields.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        {wholeTitle && (
          <ShorterTitle whole={wholeTitle} title={fields.title} onChange={(title) => onChange({ title })} />
        )}
      </div>
      <div data-field="user_comment">
        <Field label={commentLabel} error={problems.user_comment}>
          <TextArea
            value={fields.user_comment}
            onChange={(event) => onChange({ user_comment: event.target.value })}
            placeholder="One honest sentence beats five stars."
            className="max-h-60"
          />
        </Field>
      </div>
      <div data-field="description">
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
      <div data-field="category_id">
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

type ShorterTitleProps = { whole: string; title: string; onChange: (title: string) => void }

/** One press takes the shorter title, the next goes back. Not beside a title that the person has written. */
function ShorterTitle({ whole, title, onChange }: ShorterTitleProps) {
  const short = shortTitle(whole)
  if (short === null || (title !== whole && title !== short)) return null
  const isTaken = title === short
  return (
    <button
      type="button"
      onClick={() => onChange(isTaken ? whole : short)}
      className="link relative mt-1.5 block max-w-full text-start text-small after:absolute after:-inset-y-3 after:inset-x-0"
    >
      {isTaken ? 'Back to the whole title' : `Shorter: “${short}”`}
    </button>
  )
}

type TagsFieldProps = {
  tags: string[]
  problem: string | undefined
  onChange: (tags: string[]) => void
  onTyped: ((typed: string) => void) | undefined
}

/** At the end of the sheet: each new tag is scrolled into view, so that it is not hidden behind the foot. */
function TagsField({ tags, problem, onChange, onTyped }: TagsFieldProps) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(tags.length)
  useEffect(() => {
    if (tags.length > shown.current) part.current?.scrollIntoView({ block: 'nearest' })
    shown.current = tags.length
  }, [tags.length])
  return (
    <div ref={part} data-field="tags">
      <TagsInput value={tags} onChange={onChange} onTyped={onTyped} error={problem} />
    </div>
  )
}

type OrganizationFieldProps = {
  organization: Fields['organization']
  categoryId: string
  problem: string | undefined
  onChange: (change: Partial<Fields>) => void
}

/** The choice between a category and the Inbox (docs/product/add-item.md#confirmation). */
function OrganizationField({ organization, categoryId, problem, onChange }: OrganizationFieldProps) {
  usePrefetchQuery(categoriesQuery(useApi()))
  const choice = (
    <CategorySelect
      value={categoryId}
      invalid={Boolean(problem)}
      onChange={(id) => onChange({ category_id: id })}
    />
  )
  return (
    <RadioCards
      legend="Organization"
      options={[
        { value: 'category', label: 'Choose Category', detail: choice },
        { value: 'inbox', label: 'Send to Inbox', hint: 'Organize later' },
      ]}
      value={organization}
      onChange={(chosen) => onChange({ organization: chosen })}
      error={problem}
    />
  )
}

type CategorySelectProps = { value: string; invalid: boolean; onChange: (id: string) => void }

function CategorySelect({ value, invalid, onChange }: CategorySelectProps) {
  const query = useQuery(categoriesQuery(useApi()))
  const { data, isError } = query
  if (isError) {
    return <RetryBanner query={query}>Failed to load categories</RetryBanner>
  }
  return (
    <Select
      aria-label="Category"
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        {data ? 'Select a category' : 'Loading categories'}
      </option>
      {data?.items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Scrolls to the first field with a message, in the order of `fieldNames`, and focuses it. */
export function focusFirst<FieldName extends string>(
  form: HTMLFormElement,
  fieldNames: readonly FieldName[],
  problems: Partial<Record<FieldName, string>>,
): void {
  const name = fieldNames.find((candidate) => problems[candidate])
  const part = name && form.querySelector(`[data-field~="${name}"]`)
  if (!part) return
  // Where no category is chosen yet, the select is focused instead of the radio button above it; for pictures,
  // their first button that is shown.
  const control =
    part.querySelector('select') ??
    part.querySelector<HTMLElement>('input:not([hidden]), textarea') ??
    [...part.querySelectorAll('button')].find((button) => button.checkVisibility())
  control?.focus({ preventScroll: true })
  const seen = control ?? part
  seen.scrollIntoView({ block: 'center' })
}
