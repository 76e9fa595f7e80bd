import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Api } from '../api/client.ts'
import { queryOf, refresh } from '../api/query.ts'
import { QueryScope, queryClient } from '../api/query-client.tsx'
import { useAct } from '../api/use-act.ts'
import { useApi } from '../api/use-api.ts'
import { inBrowser } from '../browser/storage.ts'
import { createStore, useStore } from '../browser/store.ts'
import { forgetHearts, wantsHearts } from '../session/wanted.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { KeepBox, KeepButton } from './keep-box.tsx'

type KeepForPersonProps = { userId: string; ids: readonly string[]; pictures: ReactNode }

/** 'Keep in my account' for a signed-in person, who may have pressed it before. Loaded lazily. */
export const KeepForPerson = (props: KeepForPersonProps) => (
  <QueryScope>
    <Keep {...props} />
  </QueryScope>
)

function Keep({ userId, ids, pictures }: KeepForPersonProps) {
  const { run, isBusy } = useAct({
    send: (api, wanted: readonly string[]) => keep(api, wanted),
    after: (_, wanted) => {
      noteKept(userId, wanted)
      return refresh(queryClient(), 'GET /api/v1/me/lists')
    },
    done: { title: 'Kept in your account', description: 'They are in your private list Saved.' },
    failed: 'Not kept',
  })
  useEffect(prepareToasts, [])
  useEffect(() => {
    if (!wantsHearts()) return
    forgetHearts()
    if (ids.length > 0) void run(ids)
  }, [ids, run])
  const kept = useKept(userId)
  if (ids.every((id) => kept.has(id)) && !isBusy)
    return (
      <KeepBox pictures={pictures} title="Kept in your account" button={<OpenSaved />}>
        They are in your private list Saved. The hearts stay in this browser too.
      </KeepBox>
    )
  return <KeepBox pictures={pictures} button={<KeepButton busy={isBusy} onClick={() => void run(ids)} />} />
}

function OpenSaved() {
  const lists = useQuery(queryOf(useApi(), 'GET /api/v1/me/lists'))
  const saved = lists.data?.items.find(({ is_saved }) => is_saved)
  return saved ? (
    <ButtonLink to="/my-folio/lists/$id" params={{ id: saved.id }}>
      Open Saved
    </ButtonLink>
  ) : (
    <ButtonLink to="/my-folio/lists">Open my lists</ButtonLink>
  )
}

/** The number of products that one call takes. */
const portion = 100

/** Products that are in the list already, or gone, are left out by the server; sending them again is harmless. */
async function keep(api: Api, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += portion)
    await api('POST /api/v1/me/saved', { body: { product_ids: ids.slice(from, from + portion) } })
}

const keptKey = 'folio.kept'
const changes = createStore(0)

/** Whose account has which of the hearts, as this browser knows. */
function noteKept(userId: string, ids: readonly string[]) {
  inBrowser.write(keptKey, [userId, ...ids].join(' '))
  changes.set(changes.get() + 1)
}

function useKept(userId: string): ReadonlySet<string> {
  useStore(changes, 0)
  const [owner, ...ids] = inBrowser.read(keptKey)?.split(' ') ?? []
  return new Set(owner === userId ? ids : [])
}
