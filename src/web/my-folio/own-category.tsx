import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { AppScreen } from '../app/app-screen.tsx'
import type { AnswerOf } from '../client.ts'
import { useApi } from '../product/use-api.ts'
import { ownCategoriesQuery } from '../queries.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { itemCount } from './item-count.ts'
import { OwnProducts } from './own-products.tsx'

type OwnCategoryProps = { slug: string }

/** The products of one category, or of the Inbox. An unknown slug leads back to all (spec section 2). */
export function OwnCategory({ slug }: OwnCategoryProps) {
  const categories = useQuery(ownCategoriesQuery(useApi()))
  const chosen = categories.data && findChosen(categories.data, slug)
  if (categories.data && !chosen) return <Navigate to="/my-folio" replace />
  const title = chosen?.name ?? (slug === 'inbox' ? 'Inbox' : 'My Folio')
  const empty = slug === 'inbox' ? 'Inbox is empty' : `No items in ${title}`
  return (
    <AppScreen bar={{ title, back: { to: '/my-folio', search: {} } }} current="/my-folio">
      <Link
        to="/my-folio"
        className="mb-3 inline-flex min-h-11 items-center gap-1 text-small font-semibold text-ink-2 max-lg:hidden"
      >
        <Icon name="back" size={16} />
        My Folio
      </Link>
      <PageHead title={title} subtitle={chosen && itemCount(chosen.count)} />
      <OwnProducts category={slug} level={2} empty={<EmptyState title={empty} />} />
    </AppScreen>
  )
}

function findChosen({ items, inbox_count }: AnswerOf<'GET /api/v1/me/categories'>, slug: string) {
  if (slug === 'inbox') return { name: 'Inbox', count: inbox_count }
  const found = items.find((category) => category.slug === slug)
  return found && { name: found.name, count: found.product_count }
}
