import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { ShortList } from '../creators/short-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { notDueTexts } from './due-texts.ts'

const texts = {
  ...notDueTexts,
  details_changed: 'The payout details have changed',
  less_available: 'Less is available than was drafted',
}

/** Whom a run was to pay and did not, and why (docs/product/payouts.md#payout-runs). */
export function DroppedLines({ runId }: { runId: string }) {
  const query = useInfiniteQuery(
    pagesOf(useApi(), 'GET /api/v1/admin/payout-runs/:id/dropped', { params: { id: runId } }),
  )
  return (
    <SettingsSection title="Dropped" note="These were drafted, and are not paid by this payout.">
      <ShortList what="dropped" query={query} keyOf={({ payee_id }) => payee_id} none="Nobody.">
        {({ username, former, amount, why }) => (
          <div className="px-4 py-3">
            <p className="num text-small font-semibold">
              {usdText(amount)}{' '}
              <span className="font-normal text-ink-2">
                <CreatorLink username={username} former={former} />
              </span>
            </p>
            <p className="text-caption text-ink-2">{texts[why]}.</p>
          </div>
        )}
      </ShortList>
    </SettingsSection>
  )
}
