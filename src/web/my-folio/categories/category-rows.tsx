import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { CategorySign } from '../../look/category-sign.tsx'
import { ProductImage } from '../../look/image.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'

export const rowClass = 'flex min-h-16 items-center gap-3 py-2 ps-3 pe-4'

type RowAnchorProps = Omit<ComponentProps<'a'>, 'className'>

function RowAnchor({ children, ...rest }: RowAnchorProps) {
  return (
    <a {...rest} className={`${rowClass} -outline-offset-2 hover:bg-sunken`}>
      {children}
      <Icon name="chevronRight" size={16} className="text-ink-3" />
    </a>
  )
}

/** A row that links to a category or to the Inbox. */
export const RowLink = createLink(RowAnchor)

const placeholders = [0, 1, 2, 3, 4, 5, 6, 7]

/** Placeholder boxes while rows load. */
export function RowsSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading categories</span>
      <div aria-hidden="true" className="surface divide-y overflow-hidden">
        {placeholders.map((number) => (
          <div key={number} className={rowClass}>
            <Skeleton className="size-12 shrink-0 rounded-md" />
            <div className="grid flex-1">
              <div className="h-5 py-[3px]">
                <Skeleton className="h-3.5 w-28 rounded-xs" />
              </div>
              <div className="h-4 py-0.5">
                <Skeleton className="h-3 w-16 rounded-xs" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

type CategoryFaceProps = {
  name: string
  caption: string
  /** The picture of its newest product. */
  picture?: AnswerOf<'GET /api/v1/me/categories'>['items'][number]['pictures'][number] | undefined
  /** The category's slug: its sign is shown where it has no product. */
  category?: string
}

/** The content of a row about a category or the Inbox: picture, name, and the number of items. */
export function CategoryFace({ name, caption, picture, category }: CategoryFaceProps) {
  return (
    <>
      {picture ? (
        <ProductImage
          shape="thumb48"
          src={picture.image_url}
          category={category}
          source={picture.image_source === 'amazon' ? 'amazon' : 'own'}
        />
      ) : (
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-neutral-soft text-ink-2">
          {category ? <CategorySign category={category} /> : <Icon name="inbox" />}
        </span>
      )}
      <span className="grid min-w-0 flex-1">
        <bdi className="text-small font-semibold">{name}</bdi>
        <span className="num text-caption text-ink-3">{caption}</span>
      </span>
    </>
  )
}
