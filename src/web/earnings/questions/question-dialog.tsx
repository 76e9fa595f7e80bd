import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { messageOf, useAct } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ownQuestionQuery, refreshQuestions } from './question-queries.ts'
import { AttachedRow, Messages } from './thread-parts.tsx'

type QuestionDialogProps = { entryId: string; onClose: () => void }

/**
 * The dialog in which a creator asks about a row of their ledger, and reads the answers
 * (docs/product/payouts.md#questions).
 */
export default function QuestionDialog({ entryId, onClose }: QuestionDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const { data, isPending, isFetching, refetch } = useQuery(ownQuestionQuery(api, entryId))
  const act = useAct({
    send: (send, { text }: { text: string }, extras) =>
      send(
        'POST /api/v1/me/ledger/:id/question',
        { params: { id: entryId }, body: { text: text.trim() } },
        extras,
      ),
    after: () => refreshQuestions(client, api),
    onRefused: (error) => {
      setError('text', { message: messageOf(error) }, { shouldFocus: true })
      return true
    },
  })
  const { formProps, isBusy, register, problem, reset, setError } = useActForm(act, {
    start: { text: '' },
    onDone: () => {
      reset()
    },
  })
  const question = data?.question
  useSeen(entryId, question?.is_unread === true)

  return (
    <Dialog
      open
      onClose={onClose}
      title="Something looks wrong?"
      dismissable={!isBusy}
      foot={data && <DialogFoot form={formProps.id} confirm="Send" isBusy={isBusy} onCancel={onClose} />}
    >
      {question ? (
        <>
          <AttachedRow entry={question.entry} />
          <Messages
            messages={question.messages}
            reader="creator"
            nameOf={(index) => (question.messages[index]?.by === 'creator' ? 'You' : 'The answer')}
          />
        </>
      ) : (
        data && (
          <p className="text-small text-pretty text-ink-2">
            Say what looks wrong about this row. The row is sent with your message, and you get a mail when
            there is an answer.
          </p>
        )
      )}
      {data ? (
        <form {...formProps}>
          <Field label={question ? 'Write again' : 'Your message'} error={problem('text')}>
            <TextArea
              {...register('text', filled('Please write what looks wrong'))}
              required
              maxLength={longest.question}
              data-autofocus=""
            />
          </Field>
        </form>
      ) : isPending ? (
        <LoadingSkeleton label="Loading your question">
          <Skeleton className="h-44 rounded-md" />
        </LoadingSkeleton>
      ) : (
        <div role="alert" className="flex items-center justify-between gap-3">
          <p className="text-small text-ink-2">Failed to load your question</p>
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Notes once that the answer was read, which ends the notice of it. */
function useSeen(entryId: string, isUnread: boolean) {
  const api = useApi()
  const client = useQueryClient()
  const isNoted = useRef(false)
  useEffect(() => {
    if (!isUnread || isNoted.current) return
    isNoted.current = true
    void api('POST /api/v1/me/ledger/:id/question/seen', { params: { id: entryId } })
      .then(() => refreshQuestions(client, api))
      // It is noted the next time.
      .catch(() => {})
  }, [api, client, entryId, isUnread])
}
