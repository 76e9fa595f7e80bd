import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { AnswerOf, Api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.tsx'
import { messageOf } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { PartFailed } from '../../ui/feedback/part-failed.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/form/toggles.tsx'
import type { Step } from '../add-flow.ts'

type OwnList = Pick<AnswerOf<'GET /api/v1/me/lists'>['items'][number], 'id' | 'title'>

type AlsoIntoListProps = { chosen: readonly OwnList[]; onChange: (chosen: OwnList[]) => void }

/** 'Also put into a list': quiet until it is pressed, then one's own lists (docs/product/add-item.md#confirmation). */
export function AlsoIntoList({ chosen, onChange }: AlsoIntoListProps) {
  const [isOpen, setOpen] = useState(chosen.length > 0)
  return isOpen ? (
    <Lists chosen={chosen} onChange={onChange} />
  ) : (
    <Button variant="ghost" size="sm" className="-ms-3 justify-self-start" onClick={() => setOpen(true)}>
      <Icon name="add" size={16} />
      Also put into a list
    </Button>
  )
}

function Lists({ chosen, onChange }: AlsoIntoListProps) {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/me/lists'))
  const lists = query.data?.items
  if (!lists)
    return query.isPending ? (
      <Spinner size="sm" label="Loading lists" />
    ) : (
      <PartFailed isGone={false} onRetry={() => void query.refetch()} />
    )
  if (lists.length === 0)
    return <p className="text-small text-ink-2">You have no lists yet. My Folio has a place for them.</p>
  const toggle = ({ id, title }: OwnList) => {
    const others = chosen.filter((one) => one.id !== id)
    onChange(others.length < chosen.length ? others : [...others, { id, title }])
  }
  return (
    <fieldset className="stack gap-1">
      <legend className="pb-1.5 text-small font-semibold">Also put into a list</legend>
      {lists.map((list) => (
        <ListChoice
          key={list.id}
          title={list.title}
          isChosen={chosen.some(({ id }) => id === list.id)}
          onToggle={() => toggle(list)}
        />
      ))}
    </fieldset>
  )
}

type ListChoiceProps = { title: string; isChosen: boolean; onToggle: () => void }

function ListChoice({ title, isChosen, onToggle }: ListChoiceProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
      <Checkbox id={id} checked={isChosen} onChange={onToggle} />
      <span dir="auto" className="min-w-0 truncate">
        {title}
      </span>
    </label>
  )
}

/** The lists that the item in confirmation goes into as well: it is put there once it is published. */
export function useAlsoIntoLists(step: Step) {
  const api = useApi()
  const [chosen, choose] = useState<OwnList[]>([])
  const put = useRef<string>(undefined)
  const productId = step.name === 'success' ? step.product.id : undefined
  useEffect(() => {
    if (!productId || put.current === productId) return
    put.current = productId
    if (chosen.length > 0) void putInto(api, productId, chosen)
  }, [api, productId, chosen])
  return { chosen, onChange: choose }
}

async function putInto(api: Api, productId: string, lists: readonly OwnList[]): Promise<void> {
  for (const { id, title } of lists)
    try {
      await api('POST /api/v1/me/lists/:id/items', { params: { id }, body: { product_ids: [productId] } })
    } catch (error) {
      void toast.error(`Not put into “${title}”`, { description: messageOf(error) })
    }
  await refresh(queryClient(), 'GET /api/v1/me/lists')
}
