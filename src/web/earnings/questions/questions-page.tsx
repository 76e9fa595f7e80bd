import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ownQuestionsQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { entryTitle } from '../../format/entry-text.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { type Question, questionTexts } from './question-texts.ts'

const QuestionDialog = lazyPart(() => import('./question-dialog.tsx'))

const route = getRouteApi('/_app/earnings/questions')

/** What the person asked about rows of their ledger (docs/product/payouts.md#questions). */
export function QuestionsPage() {
  const { of } = route.useSearch()
  const navigate = useNavigate()
  return (
    <EarningsScreen title="Questions" parent="/earnings">
      <PageHead title="Questions" subtitle="What you asked about your earnings, and the answers" />
      <Questions />
      {of && (
        <QuestionDialog
          entryId={of}
          onClose={() => void navigate({ to: '/earnings/questions', replace: true })}
        />
      )}
    </EarningsScreen>
  )
}

function Questions() {
  const query = useInfiniteQuery(ownQuestionsQuery(useApi()))
  if (!query.data)
    return query.isPending ? (
      <ListSkeleton label="Loading questions" rowClass="min-h-15" hasPictures={false} />
    ) : (
      <ErrorState
        message="Failed to load questions"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  const questions = query.data.pages.flatMap(({ items }) => items)
  if (questions.length === 0)
    return (
      <EmptyState title="No questions yet" action={<ButtonLink to="/earnings">Your earnings</ButtonLink>}>
        ‘Something looks wrong?’ below a row of your ledger asks about it.
      </EmptyState>
    )
  return (
    <div className="stack gap-4">
      <ul aria-label="Questions" className="surface divide-y overflow-hidden">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionRow question={question} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}

function QuestionRow({ question: { entry, state, is_unread, changed_at } }: { question: Question }) {
  const { text, tone } = questionTexts[state]
  return (
    <Link
      to="/earnings/questions"
      search={{ of: entry.id }}
      className="flex min-h-15 items-center gap-4 px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-1 text-small font-semibold">
          {entryTitle(entry)}
        </span>
        <span className="num block text-caption text-ink-2">
          {usdText(entry.user_amount)} · {momentDay(changed_at)}
        </span>
      </span>
      {is_unread ? <Badge tone="accent">New answer</Badge> : <Badge tone={tone}>{text}</Badge>}
    </Link>
  )
}
