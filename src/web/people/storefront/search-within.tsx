import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/button/icon.tsx'

/** How long after the last letter the search begins. */
const pauseMs = 300

type SearchWithinProps = {
  /** The accessible name. */
  label: string
  placeholder?: string
  /** As wide as what is around it, also where there is more room. */
  isWide?: boolean
  /** The text in the address. */
  value: string
  onSearch: (text: string) => void
}

/** A box that searches while somebody types; Escape empties it. */
export function SearchWithin({
  label,
  placeholder = 'Search this page',
  isWide = false,
  value,
  onSearch,
}: SearchWithinProps) {
  const [typed, setTyped] = useState(value)
  const sought = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back, or a press elsewhere, asks for another text; what was typed here is on its way already.
  useEffect(() => {
    if (value !== sought.current) setTyped(value)
    sought.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sought.current = text.trim()
      onSearch(sought.current)
    }, pauseMs)
  }

  return (
    <search className={clsx('relative min-w-0 flex-1', !isWide && 'sm:max-w-80')}>
      <Icon
        name="search"
        className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && typed && type('')}
        className="h-11 w-full rounded-md border border-field bg-card px-3.5 ps-11 placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
    </search>
  )
}
