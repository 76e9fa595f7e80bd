import { useState } from 'react'
import type { Api } from '../../api/client.ts'
import { refresh } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { counted } from '../../format/count-text.ts'
import { maxSaved, type OwnListCard } from '../own/own-list-data.ts'

/** What is to be put into lists, and what it is called. */
export type Saving = {
  productIds: readonly string[]
  /** Reads the ids of further ones, such as of a long list's later pages. */
  more?: (api: Api) => Promise<string[]>
  title: string
}

/** Puts products into a list, or takes a single one out again. */
export function usePutInto(list: OwnListCard, { productIds, more }: Saving) {
  const [isDone, setDone] = useState(false)
  const { run, isBusy } = useAct({
    send: async (api, isWanted: boolean) => {
      if (!isWanted) return takeOut(api, list)
      return add(api, list.id, [...productIds, ...((await more?.(api)) ?? [])])
    },
    after: (_, isWanted) => {
      setDone(isWanted)
      return refresh(queryClient(), 'GET /api/v1/me/lists')
    },
    done: (count, isWanted) =>
      isWanted
        ? { title: addedText(count), description: `In your list “${list.title}”` }
        : { title: 'Taken out', description: `Of your list “${list.title}”` },
    failed: 'Not saved',
  })
  return { put: run, isBusy, isDone }
}

/** 'Saved' for one, '3 things saved', or that they were all there. */
export const addedText = (count: number): string =>
  count === 0 ? 'Already in it' : count === 1 ? 'Saved' : `${counted(count, 'thing')} saved`

/** Makes a list with the products. */
export const useNewListWith = ({ productIds, more }: Saving) =>
  useAct({
    send: async (api, { title }: { title: string }, extras) => {
      const ids = [...productIds, ...((await more?.(api)) ?? [])]
      const list = await api(
        'POST /api/v1/me/lists',
        { body: { title, product_ids: ids.slice(0, maxSaved) } },
        extras,
      )
      if (ids.length > maxSaved) await add(api, list.id, ids.slice(maxSaved))
      return list
    },
    after: () => refresh(queryClient(), 'GET /api/v1/me/lists'),
    done: (list) => ({ title: 'Saved', description: `In your list “${list.title}”` }),
    failed: 'Not saved',
  })

/** In portions; those in it already count as nothing. Returns how many were added. */
export async function add(api: Api, listId: string, productIds: readonly string[]): Promise<number> {
  let count = 0
  for (let from = 0; from < productIds.length; from += maxSaved) {
    const { added } = await api('POST /api/v1/me/lists/:id/items', {
      params: { id: listId },
      body: { product_ids: productIds.slice(from, from + maxSaved) },
    })
    count += added
  }
  return count
}

/** Takes the product that the lists were asked about out of one of them. */
async function takeOut(api: Api, { id, item_id }: OwnListCard): Promise<number> {
  if (!item_id) return 0
  await api('DELETE /api/v1/me/lists/:id/items/:item_id', { params: { id, item_id } })
  return 1
}
