import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/button/icon.tsx'
import type { NavItem, NavProps, NavTarget } from './nav-items.ts'

type TabsProps = { items: readonly NavItem[]; current?: NavTarget }

function Tabs({ items, current }: TabsProps) {
  return (
    <div className="grid auto-cols-fr grid-flow-col">
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          {...(item.to === current && { 'aria-current': 'true' })}
          className="relative grid place-content-center justify-items-center gap-0.5 text-micro whitespace-nowrap font-medium text-ink-3 before:absolute before:start-1/2 before:-top-px before:-ms-3 before:h-0.5 before:w-6 aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent"
        >
          <Icon name={item.icon} size={24} />
          {item.label}
        </Link>
      ))}
    </div>
  )
}

/** The phone's bar. The add button keeps the middle, however many places stand around it. */
export function TabBar({ items, current, onAdd }: NavProps) {
  const half = Math.ceil(items.length / 2)
  return (
    <nav
      aria-label="Main"
      data-bottom-bar="tabs"
      className="fixed inset-x-0 bottom-0 z-30 grid h-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom))] grid-cols-[1fr_76px_1fr] border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <Tabs items={items.slice(0, half)} current={current} />
      <button
        type="button"
        aria-label="Add product"
        onClick={onAdd}
        className="grid size-13 place-items-center self-center justify-self-center rounded-[18px] bg-accent text-on-accent shadow-add transition-[scale] ease-out active:scale-95"
      >
        <Icon name="add" size={24} />
      </button>
      <Tabs items={items.slice(half)} current={current} />
    </nav>
  )
}
