import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { meQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { LogoLink } from '../../shell/links.tsx'
import { Icon, LineIcon } from '../../ui/button/icon.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import { useAppName } from '../../use-app-name.ts'
import { type AdminPage, adminGroups, adminPageAt, type Waiting, waitingNames } from './admin-pages.ts'

/** Marks an entry on its page, its views and what is below them. */
const currentAt = (page: AdminPage, current: AdminPage) =>
  ({ 'aria-current': page.to === current.to ? 'page' : undefined, activeOptions: { exact: true } }) as const

const row =
  'relative flex min-h-9 shrink-0 items-center gap-3 rounded-md px-3 text-small font-medium text-ink-2 hover:bg-sunken pointer-coarse:min-h-11'

/** The admin's side from 1024 px: its pages by group, with what waits in each. */
export function AdminSide() {
  const { current, waiting } = useAdminPlace()
  const nav = useRef<HTMLElement>(null)
  useCurrentInView(nav)
  return (
    <nav
      ref={nav}
      aria-label="Admin"
      className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-e py-6 ps-6 pe-4 max-lg:hidden print:hidden"
    >
      <LogoLink className="ms-3 mb-2 shrink-0 self-start" />
      <Link to="/feed" className={row}>
        <Icon name="back" size={18} />
        Back to {useAppName()}
      </Link>
      {adminGroups.map(({ name, pages }) => (
        <div key={name} className="shrink-0">
          <p id={`admin-${name}`} className="px-3 pt-3.5 pb-1 text-caption font-semibold text-ink-3">
            {name}
          </p>
          <ul aria-labelledby={`admin-${name}`}>
            {pages.map((page: AdminPage) => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  {...currentAt(page, current)}
                  className={clsx(
                    row,
                    'before:absolute before:inset-y-[9px] before:start-0 before:w-0.5 aria-[current]:bg-sunken aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent',
                  )}
                >
                  <LineIcon path={page.sign} size={18} />
                  {page.label}
                  <WaitingCount of={page.waiting} waiting={waiting} className="ms-auto" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The same below 1024 px: the groups as a switch, and the pages of the chosen one as tabs. */
export function AdminTabs() {
  const { group, current, waiting } = useAdminPlace()
  const [shown, setShown] = useState(group.name)
  const nav = useRef<HTMLElement>(null)
  useCurrentInView(nav)
  const pages: readonly AdminPage[] = adminGroups.find(({ name }) => name === shown)?.pages ?? []
  return (
    <div className="mb-4 stack gap-2 lg:hidden print:hidden">
      <Segmented
        label="Admin"
        block
        segments={adminGroups.map(({ name, pages }) => ({
          value: name,
          label: name,
          mark: <WaitingDot of={pages} waiting={waiting} />,
        }))}
        value={shown}
        onChange={setShown}
      />
      <nav
        ref={nav}
        aria-label={shown}
        className="fading-row -mx-gutter flex gap-5 border-b ps-gutter scroll-px-gutter"
      >
        {pages.map((page) => (
          <Link
            key={page.to}
            to={page.to}
            {...currentAt(page, current)}
            className="relative inline-flex h-12 shrink-0 items-center gap-1.5 rounded-xs font-[550] whitespace-nowrap text-ink-2 -outline-offset-2 before:absolute before:inset-x-0 before:bottom-0 before:h-0.5 hover:text-ink aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent"
          >
            {page.label}
            <WaitingCount of={page.waiting} waiting={waiting} />
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** Where an address is among the admin's pages, and what waits in them. */
export function useAdminPlace() {
  const { data: own } = useQuery(meQuery(useApi()))
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { group, page: current } = adminPageAt(path)
  return { group, current, waiting: own?.waiting }
}

/** Scrolls a list of links to the current one. Not by `scrollIntoView`: Tab would continue from there. */
function useCurrentInView(nav: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const list = nav.current
    const current = list?.querySelector<HTMLElement>('[aria-current]')
    if (!list || !current) return
    const [box, link] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
    list.scrollBy({
      left: link.left + link.width / 2 - (box.left + box.width / 2),
      top: link.top + link.height / 2 - (box.top + box.height / 2),
      behavior: 'instant',
    })
  }, [nav])
}

type WaitingCountProps = {
  of: keyof Waiting | undefined
  waiting: Waiting | undefined
  className?: string
}

/** How much waits behind a link, in amber; nothing for none. Those above 99 are not counted. */
export function WaitingCount({ of, waiting, className }: WaitingCountProps) {
  const count = (of && waiting?.[of]) ?? 0
  if (!of || count === 0) return null
  return (
    <span
      className={clsx(
        'num inline-grid h-5 min-w-5 place-items-center rounded-full bg-amber-soft px-1.5 text-micro font-[650] text-amber',
        className,
      )}
    >
      <span>
        {count > 99 ? '99+' : count}
        <span className="sr-only"> {waitingNames[of][count === 1 ? 0 : 1]}</span>
      </span>
    </span>
  )
}

/** That something waits in a group. */
function WaitingDot({ of, waiting }: { of: readonly AdminPage[]; waiting: Waiting | undefined }) {
  const count = of.reduce((sum, page) => sum + ((page.waiting && waiting?.[page.waiting]) ?? 0), 0)
  if (count === 0) return null
  return (
    <span className="size-2 rounded-full bg-amber">
      <span className="sr-only">{Math.min(count, 99)} waiting</span>
    </span>
  )
}
