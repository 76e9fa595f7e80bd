import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Item } from './item.ts'

/** The person's own products of an item. */
const ownItemQuery = (api: Api, asin: string) => ({
  queryKey: ['own', 'with-asin', asin],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('GET /api/v1/me/products', { query: { asin } }, { signal }),
})

type OwnedNoteProps = { item: Item }

/**
 * Says that the item is in the person's folio already. Publishing it again stays allowed
 * (docs/product/add-item.md#confirmation).
 */
export function OwnedNote({ item }: OwnedNoteProps) {
  const query = ownItemQuery(useApi(), item.asin)
  const { data } = useQuery({ ...query, enabled: item.has_own_asin })
  const owned = data?.items[0]
  if (!owned) return null
  return (
    <Banner tone="note">
      This item is already in your folio. You can post it again.{' '}
      <OwnedLink shortLinkId={owned.short_link_id} />
    </Banner>
  )
}

type OwnedLinkProps = { shortLinkId: string }

/** Opens in a new tab: what is being typed here stays. */
export function OwnedLink({ shortLinkId }: OwnedLinkProps) {
  return (
    <a href={`/l/${shortLinkId}`} target="_blank" rel="noopener" className="link">
      See it<span className="sr-only"> (opens a new tab)</span>
    </a>
  )
}
