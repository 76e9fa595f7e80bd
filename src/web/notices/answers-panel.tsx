import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownQuestionsQuery } from '../api/queries.ts'
import { useApi } from '../api/use-api.ts'
import { entryTitle } from '../format/entry-text.ts'
import { Icon } from '../ui/button/icon.tsx'

/** Answers that the viewer has not read, with a link to each (docs/product/payouts.md#questions). */
export function AnswersPanel() {
  const { data } = useInfiniteQuery(ownQuestionsQuery(useApi()))
  const unread = data?.pages.flatMap(({ items }) => items).filter(({ is_unread }) => is_unread) ?? []
  if (unread.length === 0) return null
  return (
    <section aria-label="Answers" className="surface mb-5 p-4">
      <ul className="stack gap-3">
        {unread.map(({ id, entry }) => (
          <li key={id} className="flex items-start gap-3 text-small">
            <Icon name="check" />
            <p className="min-w-0 flex-1 wrap-anywhere">
              Your question about “<bdi>{entryTitle(entry)}</bdi>” was answered.{' '}
              <Link to="/earnings/questions" search={{ of: entry.id }} className="link">
                Read the answer
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
