import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../api/use-api.ts'
import { CollectionScreen } from '../../my-folio/collection-screen.tsx'
import { OwnList } from './own-list.tsx'
import { ownListQuery } from './own-list-query.ts'

type OwnListPageProps = { id: string }

/** One's own list in My Folio, public or not (docs/product/lists-screens.md#editing). */
export function OwnListPage({ id }: OwnListPageProps) {
  const query = useInfiniteQuery(ownListQuery(useApi(), id))
  return (
    <CollectionScreen title={query.data?.pages[0]?.title ?? 'List'} parent="/my-folio/lists" width="wide">
      <OwnList key={id} id={id} isEditing />
    </CollectionScreen>
  )
}
