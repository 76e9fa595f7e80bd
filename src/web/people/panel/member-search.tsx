import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useRef, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useSettled } from '../../browser/use-settled.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { memberSearchQuery } from '../people-queries.ts'
import { MemberList } from './member-list.tsx'
import { MembersLoading } from './members-loading.tsx'
import { PeopleFailed } from './panel-parts.tsx'

const words = 'Search members'

type MemberSearch = ReturnType<typeof useMemberSearch>

/** The search box for people by name (docs/product/people.md#member-search). */
export function MemberSearchBox({ search }: { search: MemberSearch }) {
  const input = useRef<HTMLInputElement>(null)
  function clear() {
    search.setTyped('')
    input.current?.focus()
  }
  return (
    <search>
      <TextInput
        ref={input}
        leadIcon="search"
        trail={search.typed && <IconButton icon="close" label="Clear search" onClick={clear} />}
        placeholder={words}
        aria-label={words}
        value={search.typed}
        onChange={(event) => search.setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && clear()}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
    </search>
  )
}

type MembersFoundProps = { search: MemberSearch; ownId: string }

/** The people found, or that nobody was found or the search failed; paler while it answers an earlier query. */
export function MembersFound({ search: { query, isStale }, ownId }: MembersFoundProps) {
  if (query.isError) {
    return (
      <PeopleFailed
        message="Failed to search users"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!query.data) return <MembersLoading count={3} label="Searching" />
  const { users } = query.data
  return (
    <div aria-busy={isStale} className={clsx(isStale && 'opacity-60')}>
      <div role="status">
        {users.length > 0 && <span className="sr-only">{foundText(users.length)}</span>}
        {users.length === 0 && <NobodyFound />}
      </div>
      {users.length > 0 && <MemberList label="Members found" people={users} ownId={ownId} note="username" />}
    </div>
  )
}

const foundText = (count: number) => (count === 1 ? '1 member found' : `${count} members found`)

function NobodyFound() {
  return (
    <div className="grid min-h-27 content-center gap-1 text-center">
      <p className="text-small font-semibold">No members found</p>
      <p className="text-small text-pretty text-ink-2">Try a different name or check Top creators</p>
    </div>
  )
}

/** See docs/product/people.md#member-search. */
const debounceMs = 300

/** The typed text of the people search, and its result. Blank text sends no request. */
export function useMemberSearch() {
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), debounceMs)
  const isAsked = typed.trim() !== ''
  const query = useQuery({
    ...memberSearchQuery(useApi(), text),
    enabled: isAsked && text !== '',
    placeholderData: keepPreviousData,
  })
  /** The shown result is of an earlier text than the one in the box. */
  const isStale = query.isPlaceholderData || typed.trim() !== text
  return { typed, setTyped, isAsked, query, isStale }
}
