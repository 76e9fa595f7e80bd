import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { isHydrated } from '../boot/hydration.ts'
import { searchBox } from '../search/search-box.ts'
import { Icon } from '../ui/button/icon.tsx'

const look =
  'flex h-12 w-rail cursor-text! items-center gap-2.5 rounded-md border border-field bg-card px-3.5 text-ink-3'

type ClosedBoxProps = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus' | 'onClick'> & {
  /** Opens the search with what a field has taken; resolves where that is done, or could not be. */
  onEarly: (field: HTMLInputElement) => Promise<void>
}

/**
 * The closed search box of a wide page: a button. In the server's page a field stands in its place, so that no letter
 * is lost before the app is there; it goes on taking them until the search is
 * (docs/product/shell.md#before-the-scripts).
 */
export function ClosedBox({ onEarly, ...ways }: ClosedBoxProps) {
  const [isEarly, setEarly] = useState(() => !isHydrated())
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the app takes the page over
  useEffect(() => {
    const { current } = field
    const show = () => setEarly(false)
    if (current && (current.value || current === document.activeElement)) void onEarly(current).then(show)
    else show()
  }, [])
  if (!isEarly)
    return (
      <button type="button" className={look} {...ways}>
        <Icon name="search" />
        {searchBox.placeholder}
      </button>
    )
  return (
    <label className={`${look} field-within`}>
      <Icon name="search" />
      <input ref={field} {...searchBox} />
    </label>
  )
}
