import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { maxPicks } from '../../../shared/collection.ts'
import { displayTitle } from '../../../shared/product.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { useApi } from '../../api/use-api.ts'
import { ProductImage } from '../../look/image.tsx'
import { ListSkeleton } from '../../look/list-skeletons.tsx'
import { TitleText } from '../../look/words.tsx'
import { isOnWhite } from '../../product/cards/card-parts.tsx'
import type { ProductCardData } from '../../product/product-data.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { SearchWithin } from '../storefront/search-within.tsx'

type ChoosePicksProps = {
  chosen: ProductCardData[]
  onClose: () => void
  onChoose: (picks: ProductCardData[]) => void
}

/** Chooses picks among one's own items, the newest first or those with the typed words. */
export function ChoosePicks({ chosen: before, onClose, onChoose }: ChoosePicksProps) {
  const [chosen, setChosen] = useState(before)
  const [q, setQ] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose your picks"
      foot={
        <Button variant="primary" block onClick={() => onChoose(chosen)}>
          Use {chosen.length} of {maxPicks}
        </Button>
      }
    >
      <SearchWithin label="Search your items" placeholder="Search your items" value={q} onSearch={setQ} />
      <QueryScope>
        <OwnItems
          q={q}
          chosen={chosen}
          onToggle={(item) =>
            setChosen((now) =>
              now.some(({ id }) => id === item.id) ? now.filter(({ id }) => id !== item.id) : [...now, item],
            )
          }
        />
      </QueryScope>
    </Dialog>
  )
}

type OwnItemsProps = {
  q: string
  chosen: ProductCardData[]
  onToggle: (item: ProductCardData) => void
}

function OwnItems({ q: typed, chosen, onToggle }: OwnItemsProps) {
  const api = useApi()
  const q = useDeferredValue(typed)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['own', 'picks', q],
    queryFn: ({ signal }) => api('GET /api/v1/me/products', { query: q ? { q } : {} }, { signal }),
  })
  if (isError)
    return (
      <ErrorState
        bare
        level={3}
        message="Failed to load products"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <ListSkeleton count={4} />
  const items = data.items.filter(({ hidden, needs_details }) => !hidden && !needs_details)
  if (items.length === 0)
    return (
      <EmptyState bare level={3} title={q ? 'No matches' : 'No items yet'}>
        {q ? 'None of your items has these words.' : 'What you post can be a pick.'}
      </EmptyState>
    )
  return (
    <ul aria-label="Your items" className="surface rows">
      {items.map((item) => {
        const isChosen = chosen.some(({ id }) => id === item.id)
        return (
          <li key={item.id}>
            <label className="flex min-h-16 items-center gap-3 p-2 pe-4">
              <ProductImage
                shape="thumb48"
                src={item.image_url}
                category={item.sign}
                side={item.image_side}
                source={isOnWhite(item) ? 'amazon' : 'own'}
              />
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-small font-semibold">
                <TitleText>{displayTitle(item)}</TitleText>
              </span>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && chosen.length >= maxPicks}
                onChange={() => onToggle(item)}
                className="size-5 accent-accent"
              />
            </label>
          </li>
        )
      })}
    </ul>
  )
}
