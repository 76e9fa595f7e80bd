import { type ReactNode, useEffect, useRef } from 'react'
import { numberText } from '../../format/count-text.ts'
import { Spinner } from '../../ui/feedback/loading.tsx'

type SelectedBarProps = {
  count: number
  /** An action is under way: the bar stays until it is over, so that a second press does not reach what is below it. */
  isBusy?: boolean
  /** The actions. */
  children: ReactNode
}

/**
 * The bar of actions for chosen items, shown as soon as some are chosen: at the bottom of a phone's window, and in the
 * list's head on wider screens, so that its appearance moves nothing.
 */
export function SelectedBar({ count, isBusy = false, children }: SelectedBarProps) {
  const isShown = count > 0 || isBusy
  const bar = useRef<HTMLElement>(null)
  useFocusBack(bar, isShown)
  return (
    <section
      ref={bar}
      aria-label="Selected items"
      data-bottom-bar={isShown ? 'move' : undefined}
      className={
        isShown
          ? 'group flex items-center gap-2 rounded-lg bg-ink p-2 ps-4 text-on-ink max-sm:gap-1 max-sm:ps-3 shadow-lift max-lg:fixed max-lg:inset-x-3 max-lg:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom)+0.75rem)] max-lg:z-29 max-[359px]:flex-wrap lg:min-w-110'
          : 'hidden'
      }
    >
      <p className="num shrink-0 text-small font-semibold max-[359px]:basis-full">
        {numberText(count)}
        {/* Beside a choice a phone has no room for the word, which the list's head has. */}
        <span className="max-sm:group-has-[select]:sr-only"> selected</span>
      </p>
      {children}
    </section>
  )
}

/** When the bar disappears while it has the focus, the focus moves to the checkbox in the list's head. */
function useFocusBack(bar: { current: HTMLElement | null }, isShown: boolean) {
  const wasShown = useRef(false)
  useEffect(() => {
    const isLeft = wasShown.current && !isShown
    wasShown.current = isShown
    const { activeElement } = document
    if (isLeft && (bar.current?.contains(activeElement) || activeElement === document.body))
      bar.current?.parentElement?.querySelector('input')?.focus({ preventScroll: true })
  }, [bar, isShown])
}

type BarButtonProps = {
  /** Why it does nothing yet, in words. */
  missing?: string | null
  isBusy?: boolean
  isQuiet?: boolean
  onPress: () => void
  children: ReactNode
}

/** A button on the bar's dark background; its description says what is missing. */
export function BarButton({
  missing = null,
  isBusy = false,
  isQuiet = false,
  onPress,
  children,
}: BarButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={missing !== null || isBusy || undefined}
      aria-busy={isBusy || undefined}
      title={missing ?? undefined}
      onClick={() => missing === null && !isBusy && onPress()}
      className={`relative grid min-h-11 shrink-0 place-items-center rounded-md px-4 max-sm:px-2.5 font-semibold outline-offset-2 transition-[scale] ease-out focus-visible:outline-on-ink enabled:active:scale-[.98] aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-on-ink/75 aria-disabled:inset-ring aria-disabled:inset-ring-on-ink/40 ${
        isQuiet ? 'inset-ring inset-ring-on-ink/40 hover:bg-on-ink/12' : 'min-w-20 bg-on-ink text-ink'
      }`}
    >
      <span className={isBusy ? 'opacity-0' : undefined}>{children}</span>
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size="sm" tone="current" />
        </span>
      )}
    </button>
  )
}
