import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { queryOf } from '../../api/query.ts'
import { useActForm } from '../../api/use-act-form.ts'
import { useApi } from '../../api/use-api.ts'
import { questionTexts } from '../../earnings/questions/question-texts.ts'
import { AttachedRow, Messages } from '../../earnings/questions/thread-parts.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { AdminThread } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { nameOf } from '../parts/texts.ts'
import { useAdminAct } from '../parts/use-admin-act.ts'

const AdjustBalance = lazyPart(() => import('../creators/adjust-balance.tsx'))
const SetHold = lazyPart(() => import('../holds/set-hold.tsx'))

const route = getRouteApi('/_app/admin/questions/$id')

/** A question with its row and all messages, and what can be done about it (docs/product/admin.md#questions). */
export function QuestionPage() {
  const { id } = route.useParams()
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/questions/:id', { params: { id } }))
  return (
    <AdminScreen title="Question" back="/admin/questions">
      {query.data ? (
        <Question question={query.data} />
      ) : query.isPending ? (
        <RowsSkeleton label="Loading the question" />
      ) : (
        <AdminFailed
          error={query.error}
          message="Failed to load the question"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

function Question({ question }: { question: AdminThread }) {
  const { creator, entry, messages, state } = question
  const { text, tone } = questionTexts[state]
  return (
    <div className="stack gap-5">
      <p className="flex items-center justify-between gap-4 text-small">
        <span className="min-w-0 break-words">
          <CreatorLink username={creator.username} />
        </span>
        <Badge tone={tone}>{text}</Badge>
      </p>
      <AttachedRow entry={entry} />
      <Acts question={question} />
      <Messages
        messages={messages}
        reader="admin"
        nameOf={(index) => {
          const message = messages[index]
          return nameOf({ username: message?.by === 'admin' ? message.admin : creator.username })
        }}
      />
      <Answer key={messages.length} question={question} />
    </div>
  )
}

/** What an admin can do about the row itself. */
function Acts({ question: { creator, entry } }: { question: AdminThread }) {
  const [asked, setAsked] = useState<'hold' | 'adjust' | null>(null)
  const close = () => setAsked(null)
  const { order_item_id: id } = entry
  return (
    <div className="flex flex-wrap items-center gap-2">
      {id && (
        <>
          <Button size="sm" onClick={() => setAsked('hold')}>
            Hold the order
          </Button>
          <Link to="/admin/orders/$id" params={{ id }} className="link order-last text-small">
            See the order
          </Link>
        </>
      )}
      {creator.username && (
        <Button size="sm" onClick={() => setAsked('adjust')}>
          Adjust by hand
        </Button>
      )}
      {asked === 'hold' && id && <SetHold of={{ kind: 'order', order_item_id: id }} onClose={close} />}
      {asked === 'adjust' && creator.username && (
        <AdjustBalance username={creator.username} onClose={close} />
      )}
    </div>
  )
}

function Answer({ question: { id, state, written } }: { question: AdminThread }) {
  const act = useAdminAct({
    send: (api, { text, close }: { text: string; close: boolean }) =>
      api('POST /api/v1/admin/questions/:id/answer', {
        params: { id },
        body: { text: text.trim(), close, seen: written },
      }),
    done: (_, { text }) => (text.trim() ? 'Answer sent' : 'Question closed'),
    failed: 'Could not send the answer',
  })
  const { formProps, register, problem, setValue, submit, watch, isBusy } = useActForm(act, {
    start: { text: '', close: false },
    draft: `answer ${id}`,
  })
  const hasText = watch('text').trim() !== ''
  const send = (close: boolean) => {
    setValue('close', close)
    submit()
  }
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
      className="stack gap-4"
    >
      <Field label="Answer" hint="The creator reads it, and gets a mail." error={problem('text')}>
        <TextArea
          {...register('text', {
            validate: (text, { close }) => close || text.trim() !== '' || 'Please write an answer',
          })}
          maxLength={longest.question}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="max-sm:flex-1" busy={isBusy}>
          Answer
        </Button>
        {(state !== 'closed' || hasText) && (
          <Button className="max-sm:flex-1" disabled={isBusy} onClick={() => send(true)}>
            {hasText ? 'Answer and close' : 'Close'}
          </Button>
        )}
      </div>
    </form>
  )
}
