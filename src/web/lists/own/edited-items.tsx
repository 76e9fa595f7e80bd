import clsx from 'clsx'
import { useState } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import type { Api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { counted } from '../../format/count-text.ts'
import { ProductImage } from '../../look/image.tsx'
import { TitleText } from '../../look/words.tsx'
import { isOnWhite } from '../../product/cards/card-parts.tsx'
import { Icon, LineIcon } from '../../ui/button/icon.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { Sortable, useSortableItem } from '../../ui/order/sortable.tsx'
import { ItemNumber } from '../item-number.tsx'
import { dragSign } from '../signs.ts'
import { AddButton } from './add-button.tsx'
import { nameOf, type OwnListItem, type OwnListPage } from './own-list-data.ts'
import { showItems, showOrder, useRefreshLists } from './own-list-query.ts'
import { PlacePoint } from './place-point.tsx'
import { useTakeOut } from './use-take-out.ts'

type EditedItemsProps = {
  list: OwnListPage
  items: readonly OwnListItem[]
  isLook: boolean
  /** Where the things begin that are not loaded yet; null behind the last one. */
  nextCursor: string | null
}

/** The things of one's own list: their order, their lines, and taking them out. */
export function EditedItems({ list, items, isLook, nextCursor }: EditedItemsProps) {
  const { takeOut, leaving } = useTakeOut(list.id)
  const [asked, ask] = useState<OwnListItem | null>(null)
  const staying = items.filter(({ id }) => !leaving.has(id))
  const move = useMove(list, staying, nextCursor)
  if (staying.length === 0 && list.items_count === leaving.size) return <NothingIn list={list} />

  /** With two left that others may see, a public list becomes private. */
  const endsIt = (item: OwnListItem) =>
    list.is_public && item.is_shown && list.shown_count - leaving.size <= 3
  return (
    <>
      <Sortable ids={staying.map(({ id }) => id)} nameOf={(id) => nameIn(items, id)} onMove={move}>
        <ol className="surface rows overflow-visible!">
          {staying.map((item) => (
            <EditedItem
              key={item.id}
              list={list}
              item={item}
              isLook={isLook}
              onTakeOut={() => (endsIt(item) ? ask(item) : takeOut(item))}
            />
          ))}
        </ol>
      </Sortable>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          onConfirm={() => {
            takeOut(asked)
            ask(null)
          }}
          title="Take it out?"
          description="With fewer than three things that others may see, the list becomes private."
          confirmLabel="Take out"
        />
      )}
    </>
  )
}

const nameIn = (items: readonly OwnListItem[], id: string): string => {
  const item = items.find((one) => one.id === id)
  return item ? nameOf(item) : ''
}

/** Puts a thing at another place: shown at once, and as the server has it where it refuses or knows better. */
function useMove(list: OwnListPage, items: readonly OwnListItem[], nextCursor: string | null) {
  const refreshLists = useRefreshLists()
  const { run } = useAct({
    send: async (api, { id, before }: { id: string; before: string | undefined }) =>
      api('POST /api/v1/me/lists/:id/items/:item_id/move', {
        params: { id: list.id, item_id: id },
        // The end of what is loaded is not the list's.
        body: { before: before ?? (nextCursor ? await firstAfter(api, list.id, nextCursor) : null) },
      }),
    after: refreshLists,
    failed: 'Not moved',
  })
  return (id: string, to: number) => {
    const moved = items.find((item) => item.id === id)
    if (!moved) return
    const others = items.filter((item) => item !== moved)
    showOrder(queryClient(), list.id, others.toSpliced(to, 0, moved))
    void run({ id, before: others[to]?.id }).then((isDone) => {
      if (!isDone) void refreshLists()
    })
  }
}

/** The first thing behind those that are loaded. */
async function firstAfter(api: Api, id: string, cursor: string): Promise<string | null> {
  const { items } = await api('GET /api/v1/me/lists/:id', { params: { id }, query: { cursor } })
  return items.items[0]?.id ?? null
}

type NothingInProps = { list: OwnListPage }

const NothingIn = ({ list }: NothingInProps) => (
  <EmptyState title="Nothing in it yet" action={<AddButton list={list} variant="ink" />}>
    Choose from what you share. ‘Save’ on any product’s page puts that here, too, yours or others’.
  </EmptyState>
)

type EditedItemProps = {
  list: OwnListPage
  item: OwnListItem
  isLook: boolean
  onTakeOut: () => void
}

function EditedItem({ list, item, isLook, onTakeOut }: EditedItemProps) {
  const { item: row, handle, isDragging } = useSortableItem(item.id)
  const { product, is_own, number } = item
  const name = nameOf(item)
  return (
    <li
      {...row}
      className={clsx(
        'grid grid-cols-[auto_4rem_minmax(0,1fr)_auto] gap-x-3 gap-y-2 bg-card py-3 pe-1 ps-0.5 first:rounded-t-lg last:rounded-b-lg',
        isDragging && 'shadow-lift',
      )}
    >
      <button
        {...handle}
        className={`${handle.className} grid size-11 place-items-center self-center rounded-md text-ink-3 hover:bg-sunken`}
      >
        <LineIcon path={dragSign} weight={2.8} />
      </button>
      <span className="relative self-start">
        {product ? (
          <ProductImage
            src={product.image_url}
            category={product.sign}
            side={product.image_side}
            source={isOnWhite(product) ? 'amazon' : 'own'}
            className="rounded-md"
          />
        ) : (
          <span className="grid aspect-square place-items-center rounded-md bg-neutral-soft text-ink-3">
            <Icon name="folio" size={24} />
          </span>
        )}
        <ItemNumber>{number}</ItemNumber>
      </span>
      <div className="stack min-w-0 content-center gap-0.5">
        <h3 dir="auto" className={clsx('line-clamp-2 text-small font-semibold', !product && 'text-ink-2')}>
          <TitleText>{name}</TitleText>
        </h3>
        <p className="text-caption text-ink-3">{noteOf(item, is_own)}</p>
      </div>
      <IconButton icon="close" label={`Take out ${name}`} className="text-ink-3" onClick={onTakeOut} />
      <div className="stack col-start-3 col-end-5 gap-2 pe-2">
        {product && <LineField list={list} item={item} />}
        {isLook && product && <PlacePoint list={list} item={item} />}
      </div>
    </li>
  )
}

function noteOf({ product, is_shown }: OwnListItem, isOwn: boolean): string {
  if (!product) return 'Only you see that it was here'
  if (!is_shown) return 'Others do not see it'
  return isOwn ? 'Yours' : `Found by @${product.profiles.username}`
}

type LineFieldProps = { list: OwnListPage; item: OwnListItem }

/** The owner's sentence about a thing: saved when the field is left. */
function LineField({ list, item }: LineFieldProps) {
  const [line, setLine] = useState(item.line ?? '')
  const { run, isBusy } = useAct({
    send: (api, text: string) =>
      api('PATCH /api/v1/me/lists/:id/items/:item_id', {
        params: { id: list.id, item_id: item.id },
        body: { line: text || null },
      }),
    after: (changed) =>
      showItems(queryClient(), list.id, (one) =>
        one.id === changed.id ? { ...one, line: changed.line } : one,
      ),
    failed: 'Not saved',
  })
  const left = longest.listLine - line.length
  return (
    <div className="stack gap-1">
      <TextArea
        aria-label={`Your line about ${nameOf(item)}`}
        placeholder="Your line about it"
        value={line}
        rows={1}
        maxLength={longest.listLine}
        aria-busy={isBusy}
        className="min-h-12!"
        onChange={({ target }) => setLine(target.value)}
        onBlur={() => line.trim() !== (item.line ?? '') && void run(line.trim())}
      />
      {left < nearTheEnd && <p className="num text-caption text-ink-3">{counted(left, 'character')} left</p>}
    </div>
  )
}

/** From so many characters on it is said how many are left. */
const nearTheEnd = 40
