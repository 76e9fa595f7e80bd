import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { Fields } from '../item/form/fields.ts'
import { categoriesQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { RadioCards } from '../ui/form/choice.tsx'
import { Select } from '../ui/select.tsx'
import { useApi } from '../use-api.ts'

type OrganizationFieldProps = {
  organization: Fields['organization']
  categoryId: string
  problem: string | undefined
  onChange: (change: Partial<Fields>) => void
}

/** A category, or the Inbox for later (spec section 2). */
export function OrganizationField({ organization, categoryId, problem, onChange }: OrganizationFieldProps) {
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
  const { data, isError, isFetching, refetch } = useQuery(categoriesQuery(useApi()))
  if (isError) {
    return (
      <Banner
        tone="bad"
        action={
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        Failed to load categories
      </Banner>
    )
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
