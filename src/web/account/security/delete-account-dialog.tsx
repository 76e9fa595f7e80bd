import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useAct } from '../../api/use-act.ts'
import { useActForm } from '../../api/use-act-form.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { methodNames } from '../../format/payout-details-text.ts'
import { signOut } from '../../session/session.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RetryBanner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Checkbox } from '../../ui/form/toggles.tsx'
import type { Me } from '../profile/profile-fields.ts'

type DeleteAccountProps = { me: Me; onClose: () => void }

type Typed = { username: string; password: string; last_payout: boolean }

/** Says what is deleted and what stays, and asks the person to confirm. Load it lazily, as every dialog. */
export function DeleteAccountDialog({ me, onClose }: DeleteAccountProps) {
  const leaving = useQuery({ ...queryOf(useApi(), 'GET /api/v1/me/leaving'), staleTime: 0 })
  const { formProps, isBusy, register, problem, watch, setValue } = useActForm(useDeletion(me), {
    start: { username: '', password: '', last_payout: false },
    onDone: onClose,
  })
  const isConfirmed = watch('username').trim() === me.username

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      dismissable={!isBusy}
      foot={
        <DialogFoot
          form={formProps.id}
          confirm="Delete account"
          tone="danger"
          isBusy={isBusy}
          blocked={!isConfirmed || leaving.isPending}
          onCancel={onClose}
        />
      }
    >
      <Consequences username={me.username} />
      {leaving.isError && (
        <RetryBanner query={leaving}>
          We could not look up whether something is left to be paid to you.
        </RetryBanner>
      )}
      {leaving.data && (
        <MoneyLeft
          leaving={leaving.data}
          wantsPayout={watch('last_payout')}
          onWantsPayout={(wants) => setValue('last_payout', wants)}
        />
      )}
      <form {...formProps} className="stack gap-5">
        <Field label="Your username" hint={`Type ${me.username} to confirm.`} error={problem('username')}>
          <TextInput
            {...register('username', {
              validate: (typed) => typed.trim() === me.username || 'This is not your username.',
            })}
            required
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
          />
        </Field>
        {me.has_password && (
          <Field label="Your password" error={problem('password')}>
            <PasswordInput
              {...register('password', { required: 'Password is required' })}
              required
              autoComplete="current-password"
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}

/** Deletes the account and ends the session in this browser; the protected pages then redirect by themselves. */
const useDeletion = ({ has_password }: Me) =>
  useAct({
    send: (api, { username, password, last_payout }: Typed) => {
      const body = {
        username: username.trim(),
        ...(has_password && { password }),
        ...(last_payout && { last_payout }),
      }
      return api('DELETE /api/v1/me', { body })
    },
    after: () => signOut('local').catch(() => {}),
    done: { title: 'Account deleted', isParting: true },
    failed: { title: 'Error', description: 'Failed to delete your account. Please try again.' },
  })

type MoneyLeftProps = {
  leaving: AnswerOf<'GET /api/v1/me/leaving'>
  wantsPayout: boolean
  onWantsPayout: (wants: boolean) => void
}

/** What is not paid out yet, and what becomes of it; nothing where nothing is. */
function MoneyLeft({ leaving, wantsPayout, onWantsPayout }: MoneyLeftProps) {
  const boxId = useId()
  const { available, pending, held, is_claimable, last_payout } = leaving
  if (available === 0 && pending === 0 && held === 0) return null
  const parts = [
    [available, 'available'],
    [pending, 'pending'],
    [held, 'held'],
  ] as const
  return (
    <section
      aria-label="What is not paid out yet"
      className="stack gap-2 rounded-md bg-sunken p-4 text-small"
    >
      <p className="font-semibold">
        Not paid out to you yet:{' '}
        <span className="num">
          {parts.flatMap(([usd, name]) => (usd === 0 ? [] : [`${usdText(usd)} ${name}`])).join(', ')}
        </span>
      </p>
      {last_payout && (
        <label htmlFor={boxId} className="flex min-h-11 cursor-pointer items-center gap-3">
          <Checkbox
            id={boxId}
            checked={wantsPayout}
            onChange={({ target }) => onWantsPayout(target.checked)}
          />
          <span className="min-w-0 break-words">
            Pay it out to {methodNames[last_payout.method]}, {last_payout.account}
          </span>
        </label>
      )}
      {last_payout && wantsPayout && (
        <p className="text-ink-2">
          For this your payout details stay, encrypted, until it is paid, a year at most.
        </p>
      )}
      <p className="text-ink-2">
        {is_claimable
          ? 'What is left can be claimed for three years by whoever proves your email address. For that we keep a mark of it that nobody can read the address from.'
          : 'Nobody can claim it later, because your email address is not proven or nothing is left.'}
        {!last_payout &&
          is_claimable &&
          ' To have it paid out, say how you are paid first: that counts after seven days.'}
      </p>
    </section>
  )
}

type ConsequencesProps = { username: string }

function Consequences({ username }: ConsequencesProps) {
  return (
    <div className="stack gap-4 text-small text-ink-2">
      <div className="stack gap-1">
        <p className="font-semibold text-ink">What goes, at once and for good</p>
        <ul className="ms-5 grid list-disc gap-1">
          <li>Your profile, your pictures, your email address and your password.</li>
          <li>Your products. Your short links stop working.</li>
          <li>Whom you follow, and who follows you.</li>
          <li>You are signed out everywhere.</li>
        </ul>
      </div>
      <div className="stack gap-1">
        <p className="font-semibold text-ink">What stays</p>
        <ul className="ms-5 grid list-disc gap-1">
          <li>Records of earnings, without your name.</li>
          <li>The username {username} is never given to anyone else.</li>
        </ul>
      </div>
    </div>
  )
}
