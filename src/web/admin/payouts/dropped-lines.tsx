import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { ShortList } from '../creators/short-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { notDueTexts } from './due-texts.ts'
import { droppedQuery } from './payout-queries.ts'

const texts = {
  ...notDueTexts,
  details_changed: 'Other payout details count by now',
  less_available: 'Less is available than was drafted',
}

/** Whom a run was to pay and did not, and why (docs/product/payouts.md#payout-runs). */
export function DroppedLines({ runId }: { runId: string }) {
  const query = useInfiniteQuery(droppedQuery(useApi(), runId))
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
