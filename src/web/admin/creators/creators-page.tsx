import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { Segmented } from '../../ui/list/segmented.tsx'
import type { CreatorMoney } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import type { Column } from '../parts/admin-table.tsx'
import { ListSearch } from '../parts/list-search.tsx'
import { DeletedAccounts } from './deleted-accounts.tsx'

const route = getRouteApi('/_app/admin/creators/')

const states = [
  { value: 'present', label: 'Present' },
  { value: 'deleted', label: 'Deleted accounts' },
] as const

/** Creators with what they have, those who have left apart (docs/product/admin.md#creators). */
export function CreatorsPage() {
  const { state } = route.useSearch()
  const navigate = useNavigate()
  return (
    <AdminScreen subtitle="Each creator’s balance, and what is not paid out" width="full">
      <div className="pb-4">
        <Segmented
          label="Which creators"
          segments={states}
          value={state === 'deleted' ? state : 'present'}
          onChange={(chosen) =>
            void navigate({
              to: '/admin/creators',
              search: { state: chosen === 'deleted' ? chosen : undefined },
              replace: true,
            })
          }
        />
      </div>
      {state === 'deleted' ? <DeletedAccounts /> : <PresentCreators />}
    </AdminScreen>
  )
}

/** Found by name. */
function PresentCreators() {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/creators', { query: { q: q || undefined } }),
  )
  const ask = (text: string) =>
    void navigate({ to: '/admin/creators', search: { q: text || undefined }, replace: true })
  return (
    <>
      <div className="pb-4 lg:max-w-120">
        <ListSearch
          label="Search creators"
          placeholder="Name or @username"
          maxLength={100}
          asked={q}
          onAsk={ask}
        />
      </div>
      <AdminList
        what="creators"
        query={query}
        columns={columns}
        keyOf={({ creator }) => creator.payee_id}
        empty={
          q ? (
            <EmptyState title="No creators found">Try another part of the name.</EmptyState>
          ) : (
            <EmptyState title="Nobody has earned anything yet">
              Creators are listed once the first calculation has posted something to them.
            </EmptyState>
          )
        }
      >
        {(one) => <CreatorRow one={one} />}
      </AdminList>
    </>
  )
}

const columns: readonly Column<CreatorMoney>[] = [
  {
    name: 'Creator',
    of: ({ creator: { username } }) => (
      <Link to="/admin/creators/$username" params={{ username }} className="link">
        @{username}
      </Link>
    ),
  },
  { name: 'Name', isWide: true, of: ({ name }) => <bdi>{name}</bdi> },
  {
    name: 'Available',
    isEnd: true,
    of: ({ available }) => <b className="font-semibold">{usdText(available)}</b>,
  },
  { name: 'Held', isEnd: true, of: ({ held }) => usdText(held) },
  { name: 'Pending', isEnd: true, of: ({ pending }) => usdText(pending) },
]

function CreatorRow({ one: { creator, name, available, held, pending } }: { one: CreatorMoney }) {
  return (
    <Link
      to="/admin/creators/$username"
      params={{ username: creator.username }}
      className="flex min-h-15 items-center gap-4 px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-small font-semibold break-words">@{creator.username}</span>
        <span className="block truncate text-caption text-ink-2">
          <bdi>{name}</bdi>
        </span>
      </span>
      <span className="num text-end">
        <span className="block text-small font-semibold">
          {usdText(available)}
          <span className="sr-only"> available</span>
        </span>
        {held !== 0 && <span className="block text-caption text-ink-2">{usdText(held)} held</span>}
        {pending !== 0 && <span className="block text-caption text-ink-2">{usdText(pending)} pending</span>}
      </span>
      <Icon name="chevronRight" size={16} />
    </Link>
  )
}
