import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LineIcon } from '../../ui/button/icon.tsx'
import { ListLink } from '../../ui/list/list-link.tsx'
import { settingsPages } from './settings-pages.ts'

type SettingsColumnsProps = { children: ReactNode }

/** A page of the settings, from 1024 px on with the list of all of them beside it. */
export const SettingsColumns = ({ children }: SettingsColumnsProps) => (
  <div className="max-lg:mx-auto max-lg:max-w-200 lg:grid lg:grid-cols-[13rem_minmax(0,40rem)] lg:items-start lg:gap-x-12">
    <SettingsNav />
    {children}
  </div>
)

const listName = 'Settings'

const SettingsNav = () => (
  <nav aria-label={listName} className="sticky top-8 -ms-3 grid gap-0.5 max-lg:hidden">
    {settingsPages.map(({ to, label, sign }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true, includeHash: false, includeSearch: false }}
        className="relative flex min-h-11 items-center gap-3 rounded-md px-3 text-nav font-medium text-ink-2 before:absolute before:inset-y-3 before:start-0 before:w-0.5 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-[650] aria-[current]:text-ink aria-[current]:before:bg-accent"
      >
        <LineIcon path={sign} />
        {label}
      </Link>
    ))}
  </nav>
)

/** The list of the other pages on a phone. */
export const SettingsList = () => (
  <nav aria-label={listName} className="surface divide-y overflow-hidden lg:hidden">
    {settingsPages.slice(1).map(({ to, label, sign, note }) => (
      <ListLink key={to} to={to} sign={sign}>
        {label}
        <span className="block text-caption font-normal text-ink-3">{note}</span>
      </ListLink>
    ))}
  </nav>
)
