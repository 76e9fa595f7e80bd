import { useQueryClient } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { longest } from '../../../shared/fields/longest.ts'
import { queryOf } from '../../api/query.ts'
import { useAct } from '../../api/use-act.ts'
import { filled, useActForm } from '../../api/use-act-form.ts'
import { useApi } from '../../api/use-api.ts'
import { countries, type Method } from '../../format/payout-details-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'

const methods = [
  { value: 'paypal', label: 'PayPal', hint: 'To your PayPal account' },
  { value: 'wise', label: 'Wise', hint: 'To your Wise account, or a bank account that Wise asks you for' },
  { value: 'other', label: 'Another way', hint: 'Say in words how you can be paid' },
] as const

type Typed = {
  method: Method | null
  account: string
  legal_name: string
  country: string
  password: string
}

type DetailsFormProps = {
  /** Whether details count already, where payouts go until these do. */
  hasCurrent: boolean
  asksPassword: boolean
  /** What was entered before. */
  legalName: string
  country: string
  onSaved: () => void
  onCancel?: () => void
}

/** The form that says where the person is paid. Nothing of it is kept in the browser. */
export function DetailsForm({
  hasCurrent,
  asksPassword,
  legalName,
  country,
  onSaved,
  onCancel,
}: DetailsFormProps) {
  const { formProps, isBusy, control, register, problem, watch, setValue, clearErrors } = useActForm(
    useSaving(asksPassword),
    {
      start: { method: null, account: '', legal_name: legalName, country, password: '' },
      onDone: onSaved,
    },
  )
  const method = watch('method')
  // Named here in the page's order: so the first wrong one of the page is focused.
  register('method')
  const account = register('account', {
    validate: (typed, { method: chosen }) =>
      !chosen ||
      typed.trim() !== '' ||
      (chosen === 'other'
        ? 'Please say how you can be paid'
        : 'Please enter the email address of the account'),
  })

  return (
    <form {...formProps} className="stack gap-5">
      <RadioField
        control={control}
        name="method"
        required="Please choose one"
        legend="How do you want to be paid?"
        options={methods}
        onChosen={() => {
          setValue('account', '')
          clearErrors('account')
        }}
      />
      {method && <AccountField method={method} field={account} error={problem('account')} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Legal name"
          hint="As it stands on your account or identity card."
          error={problem('legal_name')}
        >
          <TextInput
            {...register('legal_name', filled('Please enter your legal name'))}
            required
            autoComplete="name"
            maxLength={longest.legalName}
          />
        </Field>
        <Field label="Country" hint="Where you live and pay tax." error={problem('country')}>
          <Select
            {...register('country', { required: 'Please choose a country' })}
            required
            autoComplete="country"
          >
            <option value="">Choose a country</option>
            {countries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {asksPassword && (
        <Field label="Your password" hint="So that nobody else changes this." error={problem('password')}>
          <PasswordInput
            {...register('password', { required: 'Password is required' })}
            required
            autoComplete="current-password"
          />
        </Field>
      )}
      <p className="text-small text-ink-2">
        It counts after seven days, and you get a mail about it.{' '}
        {hasCurrent ? 'Until then payouts go where they go now.' : 'Until then nothing is paid out to you.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Save
        </Button>
        {onCancel && (
          <Button disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

type AccountFieldProps = { method: Method; field: UseFormRegisterReturn; error: string | undefined }

function AccountField({ method, field, error }: AccountFieldProps) {
  if (method === 'other')
    return (
      <Field
        label="How you can be paid"
        hint="Such as the IBAN and the name of your bank. The people who send payouts read this."
        error={error}
      >
        <TextArea {...field} required maxLength={longest.payoutWords} />
      </Field>
    )
  return (
    <Field
      label={
        method === 'paypal' ? 'Email address of your PayPal account' : 'Email address of your Wise account'
      }
      error={error}
    >
      <TextInput {...field} required type="email" autoComplete="off" maxLength={longest.emailAddress} />
    </Field>
  )
}

function useSaving(asksPassword: boolean) {
  const client = useQueryClient()
  const { queryKey } = queryOf(useApi(), 'GET /api/v1/me/payout-details')
  return useAct({
    send: (api, { method, password, ...typed }: Typed) => {
      if (!method) throw new Error('The form is not sent without a method')
      const body = { ...typed, method, ...(asksPassword && { password }) }
      return api('PUT /api/v1/me/payout-details', { body })
    },
    after: (next) => client.setQueryData(queryKey, next),
    done: ({ coming }) => ({
      title: 'Saved',
      ...(coming && { description: `It counts from ${momentText(coming.counts_from)}.` }),
    }),
    failed: 'Could not save',
  })
}
