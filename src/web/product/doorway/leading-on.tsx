import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { memo, type ReactNode } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { displayTitle } from '../../../shared/product.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { HydratedLater } from '../../format/viewer-time.ts'
import { ProductImage } from '../../look/image.tsx'
import { ProductPrice } from '../../look/price.tsx'
import { TitleText } from '../../look/words.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { DoorwayData } from '../product-data.ts'

type LeadingOnProps = { doorway: DoorwayData }

/** What a product's page leads on to, below its story (docs/product/product-page.md#what-it-leads-to). */
export const LeadingOn = memo(({ doorway }: LeadingOnProps) => {
  const { curator, more, also, category } = doorway
  const hasCategory = category !== null && category.items.length > 0
  if (more.length === 0 && also.length === 0 && !hasCategory) return null
  return (
    <div className="mx-auto grid max-w-264 grid-cols-[minmax(0,1fr)] gap-10 pt-10 lg:pt-16">
      {more.length > 0 && (
        <Block
          title={<>More from {curator.first_name}</>}
          all={
            <Link to="/$username" params={{ username: curator.username }} className={allClass}>
              All {numberText(curator.products_count)}
            </Link>
          }
        >
          <Row products={more} />
        </Block>
      )}
      {also.length > 0 && (
        <Block title="Also loved by" note="Others who share it, in their own words.">
          <Voices also={also} />
        </Block>
      )}
      {hasCategory && (
        <Block
          title={`In ${category.name}`}
          all={
            <a href={`/feed?category=${category.slug}`} className={allClass}>
              All {category.name}
            </a>
          }
        >
          <Row products={category.items} withNames />
        </Block>
      )}
    </div>
  )
})

const allClass = 'link inline-block shrink-0 py-3 text-small font-semibold num'

type BlockProps = { title: ReactNode; note?: string; all?: ReactNode; children: ReactNode }

const Block = ({ title, note, all, children }: BlockProps) => (
  <section className="stack gap-3">
    <div>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="t-heading min-w-0">{title}</h2>
        {all}
      </div>
      {note && <p className="text-small text-ink-2">{note}</p>}
    </div>
    {children}
  </section>
)

type Leading = DoorwayData['more'][number]
type RowProps = { products: Leading[]; withNames?: boolean }

/** Scrolls sideways on narrow windows; six columns on wide ones. */
const Row = ({ products, withNames = false }: RowProps) => (
  <HydratedLater value>
    <ul
      className={clsx(
        'relative -mx-gutter grid snap-x scroll-px-gutter auto-cols-37 grid-flow-col gap-3 overflow-x-auto px-gutter pt-0.5 pb-1',
        'sm:auto-cols-42 lg:mx-0 lg:grid-flow-row lg:grid-cols-6 lg:gap-5 lg:overflow-visible lg:px-0',
      )}
    >
      {products.map((product) => (
        <li key={product.id} className="min-w-0 snap-start">
          <SmallCard product={product} withName={withNames} />
        </li>
      ))}
    </ul>
  </HydratedLater>
)

function SmallCard({ product, withName }: { product: Leading; withName: boolean }) {
  return (
    <Link
      to="/l/$ref"
      params={{ ref: product.short_link_id }}
      className="group grid content-start gap-2 rounded-lg"
    >
      <ProductImage
        src={product.image_url}
        category={product.sign}
        side={product.image_side}
        source={product.image_source === 'amazon' ? 'amazon' : 'own'}
        className="rounded-lg shadow-card ring-1 ring-line"
      />
      <span className="grid min-w-0 text-small">
        <span
          dir="auto"
          className="line-clamp-2 font-semibold decoration-line-strong underline-offset-3 group-hover:underline"
        >
          <TitleText>{displayTitle(product)}</TitleText>
        </span>
        <span className="flex items-baseline justify-between gap-2">
          <ProductPrice product={product} missingClass="sr-only" />
          {withName && (
            <span className="min-w-0 truncate text-caption text-ink-3">
              <span className="sr-only">Shared by </span>
              <bdi>{product.profiles.first_name}</bdi>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

/** Several people's own sentences; each leads to its person, so that nobody's reader is sold to another's link. */
const Voices = ({ also }: Pick<DoorwayData, 'also'>) => (
  <ul className="surface grid overflow-hidden lg:grid-cols-[repeat(auto-fit,minmax(280px,1fr))]">
    {also.map((person) => (
      <li key={person.id} className="-ms-px -mt-px flex flex-col gap-3 border-s border-t p-4 lg:p-5">
        <blockquote dir="auto" className="t-quote-card quote-mark line-clamp-4 whitespace-pre-line">
          {person.words}
        </blockquote>
        <div className="mt-auto flex min-h-11 items-center gap-3">
          <Avatar name={fullName(person)} src={person.avatar_url} />
          <p className="min-w-0 flex-1">
            <bdi className="block truncate text-small font-semibold">{fullName(person)}</bdi>
            <span className="num block text-caption text-ink-3">
              {counted(person.followers_count, 'follower')}
            </span>
          </p>
          <Link
            to="/$username"
            params={{ username: person.username }}
            aria-label={`${fullName(person)}’s profile`}
            className="link shrink-0 py-3 text-small font-semibold"
          >
            Profile
          </Link>
        </div>
      </li>
    ))}
  </ul>
)
