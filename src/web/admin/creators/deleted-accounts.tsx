import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { DeletedAccount } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'

/**
 * What is owed to people who have left, also for orders that came later, and who has claimed it
 * (docs/product/admin.md#creators).
 */
export function DeletedAccounts() {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/deleted-accounts'))
  return (
    <AdminList
      what="deleted accounts"
      query={query}
      keyOf={({ payee_id }) => payee_id}
      empty={
        <EmptyState title="No account with money was deleted">
          The balances of such accounts are listed here, also from orders that come later.
        </EmptyState>
      }
    >
      {(one) => <AccountRow one={one} />}
    </AdminList>
  )
}

function AccountRow({
  one: { former, available, pending, held, posted, paid, claim },
}: {
  one: DeletedAccount
}) {
  const others = [
    [pending, 'pending'],
    [held, 'held'],
    [posted, 'posted'],
    [paid, 'paid'],
  ] as const
  return (
    <div className="flex min-h-15 items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="text-small font-semibold">
          <CreatorLink username={null} former={former} />
        </p>
        <p className="num text-caption text-ink-2">
          {claim ? <Claimed claim={claim} /> : 'Nothing can be claimed.'}
        </p>
      </div>
      <p className="num text-end">
        <span className="block text-small font-semibold">
          {usdText(available)}
          <span className="sr-only"> available</span>
        </span>
        {others.map(
          ([amount, what]) =>
            amount !== 0 && (
              <span key={what} className="block text-caption whitespace-nowrap text-ink-2">
                {usdText(amount)} {what}
              </span>
            ),
        )}
      </p>
    </div>
  )
}

function Claimed({ claim }: { claim: NonNullable<DeletedAccount['claim']> }) {
  if (!claim.claimed_at) return 'Not claimed yet.'
  return (
    <>
      Claimed on {momentDay(claim.claimed_at)} by <CreatorLink username={claim.username} />
      {claim.moves_from && <>, goes to them from {momentDay(claim.moves_from)} on</>}.
    </>
  )
}
