import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { SearchField } from '../../search/search-field.tsx'
import { SearchResults } from '../../search/search-results.tsx'
import { findOwnProducts, ownSearchKey, useProductSearch } from '../../search/use-product-search.ts'

type OwnSearchProps = { onClose: () => void }

/** The open search box over the person's products, with its results below (docs/product/my-folio.md#own-search). */
export function OwnSearch({ onClose }: OwnSearchProps) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const search = useProductSearch({
    typed,
    onType: setTyped,
    key: ownSearchKey,
    find: (text, signal) => findOwnProducts(api, text, signal),
    from: '/my-folio',
    onClose,
  })
  const [isInside, setInside] = useState(true)
  const listId = useId()
  const isShown = isInside && search.isAsked

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setInside(false)
  }

  return (
    <search
      className="relative flex min-w-0 flex-1 items-center gap-1 lg:w-100"
      onFocus={() => setInside(true)}
      onBlur={leave}
    >
      <SearchField
        search={search}
        listId={listId}
        hasList={isShown && search.results.length > 0}
        cancel="beside"
      />
      {isShown && (
        <div className="surface-lift absolute inset-x-0 top-full z-20 mt-1 max-h-[calc(100dvh-var(--spacing-topbar)-var(--spacing-tabbar)-2rem)] animate-fade-in overflow-y-auto rounded-lg max-lg:end-2">
          <SearchResults search={search} listId={listId} look="menu" />
        </div>
      )}
    </search>
  )
}

/** Whether the search box is open; on closing it the focus goes back to the button that opened it. */
export function useSearchToggle() {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) toggle.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { toggle, isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
