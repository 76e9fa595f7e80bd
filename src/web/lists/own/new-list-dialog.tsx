import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { refresh } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { useSession } from '../../session/session.ts'
import { Dialog, SheetSubmit } from '../../ui/dialog/dialog.tsx'
import { Field, FieldMessages } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { CoverPhoto } from '../cover-photo.tsx'
import { CoverField } from './cover-field.tsx'

type NewListDialogProps = { kind: 'list' | 'look'; onClose: () => void }

/** A new list by its title, or a new look by its photo and title. */
export function NewListDialog({ kind, onClose }: NewListDialogProps) {
  const isLook = kind === 'look'
  const navigate = useNavigate()
  const session = useSession()
  const [photo, setPhoto] = useState<string | null>(null)
  const [misses, setMisses] = useState(false)
  const act = useAct({
    send: (api, typed: { title: string; words: string }, extras) =>
      api('POST /api/v1/me/lists', { body: { ...typed, cover_url: photo, is_look: isLook } }, extras),
    after: async (list) => {
      onClose()
      await navigate({ to: '/my-folio/lists/$id', params: { id: list.id } })
      await refresh(queryClient(), 'GET /api/v1/me/lists')
    },
    failed: 'Not made',
  })
  const form = useActForm(act, { start: { title: '', words: '' } })
  const { formProps, isBusy, register, problem } = form
  return (
    <Dialog
      open
      onClose={onClose}
      title={isLook ? 'New look' : 'New list'}
      dismissable={!isBusy}
      foot={
        <SheetSubmit form={formProps.id} busy={isBusy} blocked={isLook && !photo}>
          {isLook ? 'Make the look' : 'Make the list'}
        </SheetSubmit>
      }
    >
      <form
        {...formProps}
        onSubmit={(event) => {
          event.preventDefault()
          if (isLook && !photo) setMisses(true)
          else void formProps.onSubmit(event)
        }}
        className="stack gap-5"
      >
        {isLook && session.status === 'signed_in' && (
          <div className="stack gap-2">
            {photo && (
              <span className="relative mx-auto block aspect-4/5 w-48 overflow-hidden rounded-lg bg-sunken">
                <CoverPhoto src={photo} width={0.8} sizes="12rem" />
              </span>
            )}
            <div>
              <CoverField
                userId={session.userId}
                kind="look"
                label={photo ? 'Another photo' : 'Choose a photo'}
                onStored={async (address) => {
                  setPhoto(address)
                  setMisses(false)
                }}
              />
            </div>
            <FieldMessages
              error={misses ? 'Please choose a photo.' : undefined}
              errorId="look-photo-error"
              hint="Your own photo, under 5MB. Points on it lead to its things."
              hintId="look-photo-hint"
            />
          </div>
        )}
        <Field label="Title" error={problem('title')}>
          <TextInput {...register('title', filled('Please enter a title.'))} maxLength={longest.listTitle} />
        </Field>
        <Field label="Words (optional)" error={problem('words')}>
          <TextArea {...register('words')} maxLength={longest.listWords} />
        </Field>
      </form>
    </Dialog>
  )
}
