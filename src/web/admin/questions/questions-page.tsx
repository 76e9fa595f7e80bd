import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { AdminList } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { QuestionRow } from './question-row.tsx'

/** What creators asked about rows of their ledgers, open ones first (docs/product/admin.md#questions). */
export function QuestionsPage() {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/questions'))
  return (
    <AdminScreen subtitle="What creators asked about rows of their ledgers">
      <AdminList
        what="questions"
        query={query}
        keyOf={({ id }) => id}
        empty={<EmptyState title="No questions yet">Creators ask below a row of their ledger.</EmptyState>}
      >
        {(question) => <QuestionRow question={question} />}
      </AdminList>
    </AdminScreen>
  )
}
