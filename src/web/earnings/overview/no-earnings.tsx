import { useQuery } from '@tanstack/react-query'
import { ownCategoriesQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { AddButton } from '../../app/add-button.tsx'
import { hasNothing } from '../../item/own-categories.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { earningsArt } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'

/** Says that nothing was earned yet, with the next step: to share an item, or to add the first one. */
export function NoEarnings() {
  const { data } = useQuery(ownCategoriesQuery(useApi()))
  const hasItems = data && !hasNothing(data)
  return (
    <EmptyState
      art={earningsArt}
      title="No earnings yet"
      action={hasItems ? <ShareItems /> : <AddButton>Add product</AddButton>}
    >
      When someone buys through one of your links, you find it here.
    </EmptyState>
  )
}

const ShareItems = () => (
  <ButtonLink to="/my-folio" variant="primary">
    Share a product
  </ButtonLink>
)
