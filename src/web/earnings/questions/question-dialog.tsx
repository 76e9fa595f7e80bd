import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { LoadingBoxes, Skeleton } from '../../ui/feedback/loading.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ownQuestionQuery, refreshQuestions } from './question-queries.ts'
import { AttachedRow, Messages } from './thread-parts.tsx'

type QuestionDialogProps = { entryId: string; onClose: () => void }

/**
 * The dialog in which a creator asks about a row of their ledger, and reads the answers
 * (docs/product/payouts.md#questions). Load it lazily, as every dialog.
 */
export default function QuestionDialog({ entryId, onClose }: QuestionDialogProps) {
  const api = useApi()
  const client = useQueryClient()
  const formId = useId()
  const { data, isPending, isFetching, refetch } = useQuery(ownQuestionQuery(api, entryId))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const withKey = useIdempotencyKey()
  const question = data?.question
  useSeen(entryId, question?.is_unread === true)

  async function send(event: FormEvent) {
    event.preventDefault()
    const body = { text: text.trim() }
    if (!body.text) return setProblem('Please write what looks wrong')
    setBusy(true)
    try {
      await withKey(JSON.stringify(body), (idempotencyKey) =>
        api('POST /api/v1/me/ledger/:id/question', { params: { id: entryId }, body }, { idempotencyKey }),
      )
      setText('')
      await refreshQuestions(client, api)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'An unexpected error occurred')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Something looks wrong?"
      dismissable={!isBusy}
      foot={data && <DialogFoot form={formId} confirm="Send" isBusy={isBusy} onCancel={onClose} />}
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
            Say what looks wrong about this row. It goes along with your message, and you are told by mail
            when there is an answer.
          </p>
        )
      )}
      {data ? (
        <form id={formId} noValidate onSubmit={(event) => void send(event)}>
          <Field label={question ? 'Write again' : 'Your message'} error={problem}>
            <TextArea
              value={text}
              required
              maxLength={2_000}
              data-autofocus=""
              onChange={({ target }) => {
                setProblem(undefined)
                setText(target.value)
              }}
            />
          </Field>
        </form>
      ) : isPending ? (
        <LoadingBoxes label="Loading your question">
          <Skeleton className="h-44 rounded-md" />
        </LoadingBoxes>
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
