import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { AskedDebt, CreatorBalance } from '../answers.ts'
import { CreatorLink } from '../parts/creator-link.tsx'

const AnswerDebt = lazyPart(() => import('./answer-debt.tsx'))

/**
 * What people owe who have left and were paid at the account of this creator, who is not due before an admin has said
 * whose it is (docs/product/payouts.md#leaving-with-a-debt); nothing for most.
 */
export function AskedDebts({ of }: { of: CreatorBalance['creator'] }) {
  const { data } = useQuery(
    queryOf(useApi(), 'GET /api/v1/admin/payees/:id/debts', { params: { id: of.payee_id } }),
  )
  const [asked, setAsked] = useState<AskedDebt | null>(null)
  if (!data || data.items.length === 0) return null
  return (
    <SettingsSection
      title="Debts of the same account"
      note="They are paid nothing until you say whose these are."
    >
      <ul aria-label="debts" className="surface divide-y overflow-hidden">
        {data.items.map((debt) => (
          <li key={debt.payee_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <p className="min-w-0 flex-1 text-small">
              <CreatorLink username={null} former={debt.former} />
              <span className="num block text-caption text-ink-2">
                Was paid at the same payout account, and owes {usdText(debt.amount)}.
              </span>
            </p>
            <Button size="sm" onClick={() => setAsked(debt)}>
              Say whose it is
            </Button>
          </li>
        ))}
      </ul>
      {asked && <AnswerDebt of={of} debt={asked} onClose={() => setAsked(null)} />}
    </SettingsSection>
  )
}
