import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What is left of accounts that the person deleted; nothing for most (docs/product/payouts.md#leaving-with-money). */
export function OwnClaims() {
  const { data } = useQuery(queryOf(useApi(), 'GET /api/v1/me/claims'))
  if (!data || data.items.length === 0) return null
  return (
    <Panel aria-label="From accounts that you deleted" className="stack gap-3">
      <h2 className="text-small font-semibold">From accounts that you deleted</h2>
      <ul className="stack gap-3 text-small">
        {data.items.map((claim) => (
          <li key={claim.left_at}>
            <p className="num font-semibold">{leftText(claim)}</p>
            <p className="text-caption text-ink-2">
              Deleted {momentDay(claim.left_at)}.{' '}
              {claim.moves_from
                ? `Claimed. It goes to your balance from ${momentDay(claim.moves_from)} on.`
                : 'It was earned by an account with your email address.'}
            </p>
          </li>
        ))}
      </ul>
      {data.items.some(({ claimed_at }) => claimed_at === null) && <ClaimButton />}
    </Panel>
  )
}

const leftText = ({ available, pending }: AnswerOf<'GET /api/v1/me/claims'>['items'][number]) =>
  [
    ...(available === 0 ? [] : [`${usdText(available)} available`]),
    ...(pending === 0 ? [] : [`${usdText(pending)} pending`]),
  ].join(', ') || 'Held by an admin'

function ClaimButton() {
  const api = useApi()
  const client = useQueryClient()
  const { run, isBusy } = useAct({
    send: (send) => send('POST /api/v1/me/claims', {}),
    after: (claims) => client.setQueryData(queryOf(api, 'GET /api/v1/me/claims').queryKey, claims),
    done: 'Claimed',
    failed: { title: 'Could not claim it', description: 'Please try again.' },
  })
  return (
    <Button className="justify-self-start" busy={isBusy} onClick={() => void run()}>
      Claim it
    </Button>
  )
}
