import { Link } from '@tanstack/react-router'
import { questionTexts } from '../../earnings/questions/question-texts.ts'
import { entryTitle } from '../../format/entry-text.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import type { AdminQuestion } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

/** A question in a list, which leads to it. */
export function QuestionRow({ question }: { question: AdminQuestion }) {
  const { id, creator, entry, state, changed_at } = question
  const { text, tone } = questionTexts[state]
  return (
    <Link
      to="/admin/questions/$id"
      params={{ id }}
      className="flex min-h-15 items-center gap-4 px-4 py-3 -outline-offset-2 enabled-hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-1 text-small font-semibold">
          {entryTitle(entry)}
        </span>
        <span className="num block text-caption break-words text-ink-2">
          {nameOf(creator)} · {usdText(entry.user_amount)} · {momentDay(changed_at)}
        </span>
      </span>
      <Badge tone={tone}>{text}</Badge>
    </Link>
  )
}
