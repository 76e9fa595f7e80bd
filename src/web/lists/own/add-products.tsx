import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { OwnItemChoices } from '../../item/choose/own-item-choices.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import { add } from '../save/use-saving.ts'
import type { OwnListPage } from './own-list-data.ts'
import { useRefreshLists } from './own-list-query.ts'

type AddProductsProps = { list: Pick<OwnListPage, 'id' | 'title'>; onClose: () => void }

/** Puts several of one's own items at the end of a list at once (docs/product/lists-screens.md#editing). */
export function AddProducts({ list, onClose }: AddProductsProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const present = useQuery({
    ...queryOf(useApi(), 'GET /api/v1/me/lists/:id/products', { params: { id: list.id } }),
    staleTime: 0,
  })
  const inList = new Set(present.data?.product_ids)
  const refreshLists = useRefreshLists()
  const { run, isBusy } = useAct({
    send: (api) => add(api, list.id, chosen),
    after: refreshLists,
    done: (count) => ({ title: addedText(count), description: `In your list “${list.title}”` }),
    failed: 'Not added',
  })
  useEffect(prepareToasts, [])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add products"
      foot={
        <Button
          variant="primary"
          size="lg"
          block
          busy={isBusy}
          disabled={chosen.length === 0}
          onClick={() => void run().then((isDone) => isDone && onClose())}
        >
          {chosen.length === 0 ? 'Add' : `Add ${counted(chosen.length, 'product')}`}
        </Button>
      }
    >
      <OwnItemChoices
        none="What you post can stand here."
        standingOf={({ id }) => ({
          isChosen: inList.has(id) || chosen.includes(id),
          isFixed: inList.has(id),
          note: inList.has(id) ? 'In this list' : undefined,
        })}
        onToggle={({ id }) =>
          setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
        }
      />
    </Dialog>
  )
}

/** 'Added' for one, '3 things added', or that they were all there. */
const addedText = (count: number): string =>
  count === 0 ? 'Already in it' : count === 1 ? 'Added' : `${counted(count, 'thing')} added`
