import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { queryOf } from '../../api/query.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { TitleText } from '../../look/words.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Checkbox } from '../../ui/form/toggles.tsx'
import type { OwnListCard } from '../own/own-list-data.ts'
import { type Saving, useNewListWith, usePutInto } from './use-saving.ts'

export type { Saving } from './use-saving.ts'

type SaveDialogProps = { saving: Saving; onClose: () => void }

/** Own lists with ticks, and a new one: a product may be in several. Several products are added, never taken out. */
export const SaveDialog = (props: SaveDialogProps) => (
  <QueryScope>
    <OwnLists {...props} />
  </QueryScope>
)

function OwnLists({ saving, onClose }: SaveDialogProps) {
  const [only] = saving.productIds.length === 1 && !saving.more ? saving.productIds : []
  const query = useQuery({
    ...queryOf(useApi(), 'GET /api/v1/me/lists', { query: { product_id: only } }),
    // The dialog shows what is in them now.
    staleTime: 0,
  })
  useEffect(prepareToasts, [])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save"
      foot={
        <Button variant="primary" size="lg" block onClick={onClose}>
          Done
        </Button>
      }
    >
      <p dir="auto" className="-mt-3 line-clamp-2 text-small text-ink-2">
        <TitleText>{saving.title}</TitleText>
      </p>
      {query.data ? (
        <Lists lists={query.data.items} saving={saving} hasTicks={only !== undefined} />
      ) : query.isPending ? (
        <div className="grid justify-items-center py-6">
          <Spinner size="md" label="Loading lists" />
        </div>
      ) : (
        <ErrorState
          bare
          message="Failed to load lists"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Dialog>
  )
}

type ListsProps = { lists: readonly OwnListCard[]; saving: Saving; hasTicks: boolean }

function Lists({ lists, saving, hasTicks }: ListsProps) {
  const [isNew, setNew] = useState(lists.length === 0)
  return (
    <>
      {lists.length > 0 && (
        <ul className="surface rows" aria-label="Your lists">
          {lists.map((list) => (
            <li key={list.id}>
              {hasTicks ? (
                <TickedList list={list} saving={saving} />
              ) : (
                <AddingList list={list} saving={saving} />
              )}
            </li>
          ))}
        </ul>
      )}
      {isNew ? (
        <NewList saving={saving} onDone={() => setNew(false)} hasFocus={lists.length > 0} />
      ) : (
        <Button block onClick={() => setNew(true)}>
          <Icon name="add" />
          New list
        </Button>
      )}
    </>
  )
}

/** 'Public · 9 things'. */
const noteOf = ({ is_public, is_look, items_count }: OwnListCard): string =>
  [is_public ? 'Public' : 'Private', ...(is_look ? ['look'] : []), counted(items_count, 'thing')].join(' · ')

type OneListProps = { list: OwnListCard; saving: Saving }

function TickedList({ list, saving }: OneListProps) {
  const id = useId()
  const { put, isBusy } = usePutInto(list, saving)
  const has = Boolean(list.item_id)
  return (
    <label htmlFor={id} className="flex min-h-16 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-sunken">
      <Checkbox
        id={id}
        checked={isBusy ? !has : has}
        aria-disabled={isBusy || undefined}
        onChange={() => void put(!has)}
      />
      <ListName list={list} />
    </label>
  )
}

function AddingList({ list, saving }: OneListProps) {
  const { put, isBusy, isDone } = usePutInto(list, saving)
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2">
      <ListName list={list} />
      <Button size="sm" busy={isBusy} disabled={isDone} onClick={() => void put(true)}>
        {isDone ? 'Added' : 'Add'}
        <span className="sr-only"> to {list.title}</span>
      </Button>
    </div>
  )
}

const ListName = ({ list }: Pick<OneListProps, 'list'>) => (
  <span className="min-w-0 flex-1">
    <span dir="auto" className="block truncate text-small font-semibold">
      {list.title}
    </span>
    <span className="num block text-caption text-ink-3">{noteOf(list)}</span>
  </span>
)

type NewListProps = { saving: Saving; onDone: () => void; hasFocus: boolean }

function NewList({ saving, onDone, hasFocus }: NewListProps) {
  const act = useNewListWith(saving)
  const { formProps, isBusy, register, problem } = useActForm(act, { start: { title: '' }, onDone })
  return (
    <form {...formProps} className="stack gap-3">
      <Field label="New list" error={problem('title')} hint="Private until you make it public.">
        <TextInput
          {...register('title', filled('Please enter a title.'))}
          maxLength={longest.listTitle}
          placeholder="My desk setup"
          // It was asked for by a press.
          autoFocus={hasFocus}
        />
      </Field>
      <Button type="submit" variant="ink" busy={isBusy}>
        Make the list
      </Button>
    </form>
  )
}
