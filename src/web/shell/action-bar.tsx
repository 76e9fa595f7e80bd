import type { ReactNode } from 'react'

type ActionBarProps = { children: ReactNode; note?: string }

/** The phone's fixed bar with the page's one next step, and a small line right under it. */
export function ActionBar({ children, note }: ActionBarProps) {
  return (
    <div
      data-bottom-bar="action"
      className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-t bg-card px-gutter pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] lg:hidden"
    >
      {children}
      {note && <p className="text-center text-caption text-ink-3">{note}</p>}
    </div>
  )
}
