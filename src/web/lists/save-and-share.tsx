import type { Api } from '../api/client.ts'
import { counted } from '../format/count-text.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import type { ListData } from './list-data.ts'
import { useSaveDialog } from './save/use-save-dialog.tsx'
import { useListSheet } from './use-list-sheet.tsx'

type SaveAndShareProps = { list: ListData }

/** Save and Share of a list: its things into a list of one's own, and its address. */
export function SaveAndShare({ list }: SaveAndShareProps) {
  const save = useSaveDialog()
  const share = useListSheet(list)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button
        onClick={() =>
          save.open({
            productIds: idsOf(list),
            title: `${counted(list.items_count, 'thing')} of “${list.title}”`,
            ...(list.items.next_cursor && { more: (api) => idsAfter(api, list) }),
          })
        }
      >
        <Icon name="save" />
        Save
      </Button>
      <Button onClick={share.open}>
        <Icon name="share" />
        Share
      </Button>
      {save.dialog}
      {share.sheet}
    </div>
  )
}

const idsOf = ({ items }: ListData): string[] => items.items.map(({ product }) => product.id)

/** The ids of its things after the first page. */
async function idsAfter(api: Api, list: ListData): Promise<string[]> {
  const params = { username: list.profiles.username, slug: list.slug }
  const ids: string[] = []
  let cursor = list.items.next_cursor
  while (cursor) {
    const page: ListData = await api('GET /api/v1/lists/:username/:slug', { params, query: { cursor } })
    ids.push(...idsOf(page))
    cursor = page.items.next_cursor
  }
  return ids
}
