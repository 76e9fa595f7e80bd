import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useApi } from '../../product/use-api.ts'
import { ownSearchQuery } from '../../queries.ts'
import { useSettled } from '../../ui/use-settled.ts'
import type { OwnItem } from '../list/use-own-list.ts'

/** Spec section 9, Product search. */
const debounceMs = 150

/** The search of one's own products: what was typed, what was found, and which result the keyboard is at. */
export function useOwnSearch(onClose: () => void) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const text = useSettled(typed.trim(), debounceMs)
  const isAsked = text !== '' && typed.trim() !== ''
  const query = useQuery({
    ...ownSearchQuery(useApi(), text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const results = isAsked && query.data ? query.data.items : []
  const open = useOpenProduct()

  function type(value: string) {
    setTyped(value)
    setActive(-1)
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (act(event.key)) event.preventDefault()
  }

  /** What a key does, if anything. */
  function act(key: string): boolean {
    const chosen = results[active]
    if (key === 'ArrowDown') setActive(active + 1 < results.length ? active + 1 : 0)
    else if (key === 'ArrowUp') setActive(active > 0 ? active - 1 : results.length - 1)
    else if (key === 'Enter' && chosen) open(chosen)
    else if (key === 'Escape') onClose()
    else return false
    return true
  }

  return { typed, type, text, press, active, isAsked, query, results, open }
}

/** Opens a product's page; its way back leads to My Folio. */
function useOpenProduct() {
  const navigate = useNavigate()
  return (item: OwnItem) =>
    void navigate({ to: '/l/$ref', params: { ref: item.short_link_id }, state: { from: '/my-folio' } })
}
