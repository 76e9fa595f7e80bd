import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayText } from '../../../shared/dates/date-text.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { ChipBar } from '../../ui/list/chip-bar.tsx'
import type { Flag } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { DecisionButtons } from '../reports/decision-buttons.tsx'
import { ofAccount } from '../reports/decisions.ts'
import { ClickFlags } from './click-flags.tsx'
import { flagText, limitText } from './flag-texts.ts'
import { SeenButton, SeenNote } from './seen.tsx'

const states = [
  { value: 'open', label: 'To look at' },
  { value: 'all', label: 'All' },
  { value: 'products', label: 'Products' },
] as const

/** Flags on creators and products. A flag alone changes no money. */
export function FlagsPage() {
  const [state, setState] = useState<(typeof states)[number]['value']>('open')
  return (
    <AdminScreen subtitle="Creators whose presses differ far from the others’, and products whose views look wrong. A flag changes no payment">
      <div className="pb-4">
        <ChipBar label="State" items={states} value={state} onChange={setState} />
      </div>
      {state === 'products' ? <ClickFlags /> : <CreatorFlags state={state} />}
    </AdminScreen>
  )
}

function CreatorFlags({ state }: { state: 'open' | 'all' }) {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/flags', { query: { state } }))
  return (
    <AdminList
      what="flags"
      query={query}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="Nobody stands out">
          Once a day is over, its presses are compared with those of all creators in four weeks.
        </EmptyState>
      }
    >
      {(flag) => <FlagRow flag={flag} />}
    </AdminList>
  )
}

type FlagRowProps = { flag: Flag }

function FlagRow({ flag }: FlagRowProps) {
  const { id, creator, day, creators, presses, views, networks, seen } = flag
  const api = useApi()
  const isOpen = !seen || seen.day < day
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 p-4">
      <Avatar name={creator.username ?? '?'} src={creator.avatar_url} size={36} className="row-span-2" />
      <div className="flex min-w-0 items-center gap-2 text-small font-semibold">
        <Creator of={creator} />
      </div>
      <p className="num text-small">{flagText(flag)}</p>
      <p className="num col-start-2 text-caption text-ink-3">
        {dayText(day)}: {counted(presses, 'press', 'presses')}, {counted(views, 'view')},{' '}
        {counted(networks, 'network')}. Compared with {counted(creators, 'creator')}; what stands out is{' '}
        {limitText(flag)}.
      </p>
      {seen && <SeenNote seen={seen} className="col-start-2" />}
      {isOpen && (
        <SeenButton
          className="col-start-2"
          see={() => api('POST /api/v1/admin/flags/:id/seen', { params: { id }, body: { day } })}
        />
      )}
      {creator.user_id && creator.username && (
        <div className="col-start-2">
          <DecisionButtons
            // An admin's account is refused with the reason.
            decisions={ofAccount({
              id: creator.user_id,
              username: creator.username,
              suspended: creator.is_suspended,
              is_admin: false,
            })}
          />
        </div>
      )}
    </div>
  )
}

type CreatorProps = { of: Flag['creator'] }

/** Whom a flag is of. A suspended account's profile is nowhere to be found. */
function Creator({ of: { username, is_suspended } }: CreatorProps) {
  if (!username) return 'Someone who has left'
  if (is_suspended)
    return (
      <>
        <span className="truncate">@{username}</span>
        <Badge tone="accent">Suspended</Badge>
      </>
    )
  return (
    <Link to="/$username" params={{ username }} className="link truncate">
      @{username}
    </Link>
  )
}
