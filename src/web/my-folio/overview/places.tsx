import { createLink, Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { gridOf, type OwnCategories } from '../../item/own-categories.ts'
import { CategorySign } from '../../look/category-sign.tsx'
import { indexes } from '../../look/overview-skeleton.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { inboxCount, itemCount } from '../count-texts.ts'
import { placesLeft } from './tiles.tsx'

type PlacesProps = { categories: OwnCategories }

/**
 * The eight places of a person who has not used them yet: small signs instead of tiles, since there is nothing to show
 * (docs/product/my-folio.md#a-new-account). The unpinned categories stand below.
 */
export function Places({ categories }: PlacesProps) {
  const { pinned, hasInbox, emptyTiles } = gridOf(categories)
  const unpinned = categories.items.filter(({ is_pinned }) => !is_pinned)
  return (
    <div className="stack gap-7">
      <section className="stack gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="t-heading">Your places</h2>
          <Link to="/categories/setup" className="link relative text-small after:absolute after:-inset-3">
            Choose others
          </Link>
        </div>
        <ul aria-label="Categories" className={placesClass}>
          {pinned.map(({ id, slug, name, product_count }) => (
            <li key={id}>
              <Place
                to="/category/$categorySlug"
                params={{ categorySlug: slug }}
                name={name}
                caption={itemCount(product_count)}
              >
                <CategorySign category={slug} className={signClass} />
              </Place>
            </li>
          ))}
          {hasInbox && (
            <li>
              <Place to="/inbox" name="Inbox" caption={inboxCount(categories.inbox_count)}>
                <Icon name="inbox" size={24} />
              </Place>
            </li>
          )}
          {indexes(emptyTiles).map((index) => (
            <li key={index}>
              <Place to="/categories/setup" name="Pin a category" caption={placesLeft(emptyTiles)} isEmpty>
                <Icon name="pin" size={24} />
              </Place>
            </li>
          ))}
        </ul>
      </section>
      {unpinned.length > 0 && (
        <section className="stack gap-3">
          <h2 className="text-small text-ink-2">In the Filing Cabinet, until you pin them</h2>
          <ul aria-label="Filing Cabinet" className={placesClass}>
            {unpinned.map(({ id, slug, name }) => (
              <li key={id}>
                <Place to="/category/$categorySlug" params={{ categorySlug: slug }} name={name} isSmall>
                  <CategorySign category={slug} />
                </Place>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const placesClass = 'grid grid-cols-4 gap-x-2 gap-y-4 max-[359px]:grid-cols-3 sm:grid-cols-8'

/** Eight columns are narrow. */
const nameClass = 'text-small font-semibold max-[389px]:text-caption sm:max-[89.99rem]:text-caption'

const signClass = 'size-7 [stroke-width:1.4]'

type PlaceProps = Omit<ComponentProps<'a'>, 'className'> & {
  name: string
  caption?: string
  /** An unpinned category: smaller and outlined. */
  isSmall?: boolean
  /** Nothing is pinned here. */
  isEmpty?: boolean
  /** Its sign. */
  children: ReactNode
}

function PlaceAnchor({ name, caption, isSmall, isEmpty, children, ...rest }: PlaceProps) {
  return (
    // One word is never broken: the longest is as wide as a column on a phone.
    <a {...rest} className="group grid justify-items-center rounded-md text-center wrap-normal">
      <span
        className={clsx(
          'mb-2 grid place-items-center transition-colors',
          isSmall ? 'size-12 rounded-lg' : 'size-16 rounded-[20px]',
          isSmall && 'text-ink-2 inset-ring inset-ring-line-strong group-hover:bg-sunken',
          isEmpty && 'border-[1.5px] border-dashed border-line-strong text-ink-3',
          !isSmall && !isEmpty && 'bg-neutral-soft group-hover:bg-line',
        )}
      >
        {children}
      </span>
      <span className={isSmall ? 'text-caption font-medium text-ink-2' : nameClass}>{name}</span>
      {caption && <span className="num text-caption text-ink-3">{caption}</span>}
    </a>
  )
}

/** A sign with its name; a link inside the app. */
const Place = createLink(PlaceAnchor)
