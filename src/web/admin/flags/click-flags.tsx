import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText } from '../../../shared/dates/date-text.ts'
import { displayTitle } from '../../../shared/product.ts'
import { keyOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import type { ClickFlag } from '../answers.ts'
import { AdminList } from '../parts/admin-list.tsx'
import { DecisionButtons } from '../reports/decision-buttons.tsx'
import { ofProduct } from '../reports/decisions.ts'
import { clickFlagText } from './flag-texts.ts'
import { SeenButton, SeenNote } from './seen.tsx'

/** The open flags on products, with links to product and owner (docs/product/clicks.md#flags-on-products). */
export function ClickFlags() {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: keyOf('GET /api/v1/admin/click-flags'),
    queryFn: ({ signal }) => api('GET /api/v1/admin/click-flags', {}, { signal }),
    // All are on one page.
    initialPageParam: null,
    getNextPageParam: () => null,
  })
  return (
    <AdminList
      what="products"
      query={query}
      keyOf={({ product_id, day }) => `${product_id} ${day}`}
      empty={
        <EmptyState title="No product stands out">
          A product is shown here for a week when most of a day’s views came from one network, or more were
          limited than counted.
        </EmptyState>
      }
    >
      {(flag) => <ClickFlagRow flag={flag} />}
    </AdminList>
  )
}

function ClickFlagRow({ flag }: { flag: ClickFlag }) {
  const api = useApi()
  const { product_id: id, short_link_id, username, day, views, limited, networks, seen, is_seen } = flag
  return (
    <div className="grid gap-1 p-4">
      <p className="min-w-0 truncate text-small font-semibold">
        <Link to="/l/$ref" params={{ ref: short_link_id }} className="link">
          {displayTitle(flag)}
        </Link>
      </p>
      <p className="num text-small">{clickFlagText(flag)}</p>
      <p className="num text-caption text-ink-3">
        <Link to="/$username" params={{ username }} className="link">
          @{username}
        </Link>
        , {dayText(day)}: {counted(views, 'counted view')}, {counted(limited, 'limited view')},{' '}
        {counted(networks, 'network')}
      </p>
      {seen && <SeenNote seen={seen} />}
      {!is_seen && (
        <SeenButton
          see={() =>
            api('POST /api/v1/admin/click-flags/:id/seen', {
              params: { id },
              body: { day, clicks: views + limited },
            })
          }
        />
      )}
      <DecisionButtons decisions={[ofProduct({ id, hidden: null })]} />
    </div>
  )
}
