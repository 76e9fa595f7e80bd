import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { categoriesQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { ProductImage } from '../../look/image.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { differentParts, fieldsOf, type ItemFields, type Part } from '../form/item-fields.ts'
import type { Conflict, Side } from './edit-flow.ts'

const labels: Record<Part, string> = {
  image_url: 'Image',
  photos: 'More photos',
  title: 'Title',
  user_comment: 'What I love about it',
  description: 'Description',
  category_id: 'Organization',
  tags: 'Tags',
}

type ConflictStepProps = { conflict: Conflict; onChoose: (part: Part, side: Side) => void }

/**
 * Shows the person's version beside the present item, for each part in which they differ
 * (docs/product/edit-item.md#changed-elsewhere).
 */
export function ConflictStep({ conflict, onChoose }: ConflictStepProps) {
  const { fields, now, choices } = conflict
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const current = fieldsOf(now)
  return (
    <>
      <div ref={notice} tabIndex={-1} className="outline-none">
        <Banner tone="note">
          <strong className="font-semibold text-ink">This item was changed elsewhere</strong>
          <br />
          Nothing has been saved yet. Choose what to keep wherever the two differ.
        </Banner>
      </div>
      {differentParts(current, fields).map((part) => (
        <RadioCards
          key={part}
          tall
          legend={labels[part]}
          options={[
            { value: 'mine', label: 'Yours', hint: <Shown part={part} fields={fields} item={now} /> },
            { value: 'now', label: 'As it is now', hint: <Shown part={part} fields={current} item={now} /> },
          ]}
          value={choices[part] ?? null}
          onChange={(side) => onChoose(part, side)}
        />
      ))}
    </>
  )
}

type ShownProps = { part: Part; fields: ItemFields; item: Conflict['now'] }

function Shown({ part, fields, item }: ShownProps) {
  switch (part) {
    case 'image_url': {
      const isAmazons = fields.image_url === item.image_url && item.image_source === 'amazon'
      return (
        <ProductImage
          src={fields.image_url}
          source={isAmazons ? 'amazon' : 'own'}
          shape="thumb88"
          className="mt-2"
        />
      )
    }
    case 'photos':
      return <Photos addresses={fields.photos} />
    case 'category_id':
      return (
        <Words>
          {fields.organization === 'category' ? <CategoryName id={fields.category_id} /> : 'Inbox'}
        </Words>
      )
    case 'tags':
      return <Words>{fields.tags.map((tag) => `#${tag}`).join(' ') || 'None'}</Words>
    default:
      return <Words>{fields[part].trim() || 'Nothing'}</Words>
  }
}

type PhotosProps = { addresses: string[] }

function Photos({ addresses }: PhotosProps) {
  if (addresses.length === 0) return <Words>None</Words>
  return (
    <span className="mt-2 flex flex-wrap gap-2">
      {addresses.map((address) => (
        <ProductImage key={address} src={address} shape="thumb56" />
      ))}
    </span>
  )
}

type WordsProps = { children: ReactNode }

/** Shown in full, however long, so that both versions can be read and copied. */
function Words({ children }: WordsProps) {
  return (
    <span dir="auto" className="block pt-1 text-small whitespace-pre-line text-ink-2 wrap-anywhere">
      {children}
    </span>
  )
}

type CategoryNameProps = { id: string }

function CategoryName({ id }: CategoryNameProps) {
  const { data } = useQuery(categoriesQuery(useApi()))
  return data?.items.find((category) => category.id === id)?.name ?? 'A category'
}
