import { useMemo } from 'react'
import { useChosen } from '../../browser/use-chosen.ts'
import { ListingSkeleton } from '../../product/cards/product-listing.tsx'
import { useOwnList } from '../list/use-own-list.ts'
import { AddToList } from '../selecting/add-to-list.tsx'
import { DeleteSelected } from '../selecting/delete-selected.tsx'
import { SelectableList } from '../selecting/selectable-list.tsx'

type CategorySelectionProps = {
  slug: string
  total: number | undefined
  removing: ReadonlySet<string>
  onDelete: (ids: readonly string[]) => void
}

/** The category's items as rows to choose from, instead of its cards. */
export function CategorySelection({ slug, total, removing, onDelete }: CategorySelectionProps) {
  const { query, items, entry } = useOwnList(slug)
  const staying = useMemo(() => items?.filter(({ id }) => !removing.has(id)) ?? [], [items, removing])
  const ids = useMemo(() => staying.map(({ id }) => id), [staying])
  const selection = useChosen(ids)
  if (!items) return <ListingSkeleton view="list" />
  return (
    <SelectableList
      items={staying}
      total={Math.max(total ?? 0, staying.length)}
      query={query}
      positionKey={`${entry} ${slug} selecting`}
      from={`/category/${slug}`}
      selection={selection}
      all={{ label: 'Select all that are listed', onAll: () => selection.choose(ids) }}
    >
      <AddToList chosen={selection.chosen} />
      <DeleteSelected
        chosen={selection.chosen}
        onDelete={(chosen) => {
          selection.clear()
          onDelete(chosen)
        }}
      />
    </SelectableList>
  )
}
