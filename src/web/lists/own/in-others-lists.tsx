import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'

type OthersList = AnswerOf<'GET /api/v1/products/:ref/lists'>['items'][number]

type InOthersListsProps = { productId: string }

/** In whose public lists a product stands, for its creator (docs/product/lists-screens.md#in-lists-of-others). */
export function InOthersLists({ productId }: InOthersListsProps) {
  const { data } = useQuery(
    queryOf(useApi(), 'GET /api/v1/products/:ref/lists', { params: { ref: productId } }),
  )
  const [asked, ask] = useState<OthersList | null>(null)
  const refuse = useAct({
    send: (api, list: OthersList) =>
      api('POST /api/v1/products/:ref/lists/:list_id/refuse', {
        params: { ref: productId, list_id: list.id },
      }),
    after: () => refresh(queryClient(), 'GET /api/v1/products/:ref/lists'),
    done: 'Taken out',
    failed: 'Not taken out',
  })
  if (!data || data.items.length === 0) return null
  return (
    <Panel aria-labelledby="others-lists" className="stack gap-3">
      <h2 id="others-lists" className="t-heading">
        In lists of others
      </h2>
      <p className="-mt-2 text-small text-ink-2">Their visits count for you, and what is bought is yours.</p>
      <ul>
        {data.items.map((list) => (
          <li key={list.id} className="flex min-h-14 items-center gap-3 border-t py-2">
            <Link
              to="/$username/$list"
              params={{ username: list.profiles.username, list: list.slug }}
              className="grid min-h-11 min-w-0 flex-1 content-center hover:underline"
            >
              <span dir="auto" className="truncate text-small font-semibold">
                {list.title}
              </span>
              <span className="truncate text-caption text-ink-3">@{list.profiles.username}</span>
            </Link>
            <Button size="sm" onClick={() => ask(list)}>
              Take out<span className="sr-only"> of {list.title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          busy={refuse.isBusy}
          onClose={() => ask(null)}
          onConfirm={() => void refuse.run(asked).then(() => ask(null))}
          title="Take it out of this list?"
          description={`“${asked.title}” will not show it again. Its link there goes on leading to your product.`}
          confirmLabel="Take out"
        />
      )}
    </Panel>
  )
}
