import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { hasNothing } from '../../my-folio/own-categories.ts'
import { ownCategoriesQuery } from '../../queries.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'

/** Nothing earned yet: the next step is to share what is there, or to add something. */
export function NoEarnings() {
  const { data } = useQuery(ownCategoriesQuery(useApi()))
  const hasItems = data && !hasNothing(data)
  return (
    <EmptyState title="No earnings yet" action={hasItems ? <ShareItems /> : <AddItem />}>
      When someone buys through one of your links, you find it here.
    </EmptyState>
  )
}

const ShareItems = () => (
  <ButtonLink to="/my-folio" variant="primary">
    Share a product
  </ButtonLink>
)

/** Opens the add dialog through the address, as any other page may. */
function AddItem() {
  const navigate = useNavigate({ from: '/earnings' })
  const add = () =>
    void navigate({ search: (search) => ({ ...search, add: true }), replace: true, resetScroll: false })
  return (
    <Button variant="primary" onClick={add}>
      Add product
    </Button>
  )
}
