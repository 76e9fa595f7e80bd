import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { withStepUp } from '../../api/proof.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { momentText } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { RadioCards, Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { countries, type DetailsBody, type Method } from './details-texts.ts'

const methods = [
  { value: 'paypal', label: 'PayPal', hint: 'To your PayPal account' },
  { value: 'wise', label: 'Wise', hint: 'To your Wise account, or a bank account that Wise asks you for' },
  { value: 'other', label: 'Another way', hint: 'Say in words how you can be paid' },
] as const

type Typed = { account: string; legal_name: string; country: string; password: string }
type Problems = Partial<Record<keyof Typed | 'method', string>>

/** What is wrong at a glance; the server says the rest. */
function missing(method: Method | null, typed: Typed, asksPassword: boolean): Problems {
  const account =
    method === 'other' ? 'Please say how you can be paid' : 'Please enter the email address of the account'
  return {
    ...(!method && { method: 'Please choose one' }),
    ...(method && !typed.account.trim() && { account }),
    ...(!typed.legal_name.trim() && { legal_name: 'Please enter your legal name' }),
    ...(!typed.country && { country: 'Please choose a country' }),
    ...(asksPassword && !typed.password && { password: 'Password is required' }),
  }
}

type DetailsFormProps = {
  asksPassword: boolean
  /** What was entered before. */
  legalName: string
  country: string
  onSaved: () => void
  onCancel?: () => void
}

/** The form that says where the person is paid. Nothing of it is kept in the browser. */
export function DetailsForm({ asksPassword, legalName, country, onSaved, onCancel }: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [method, setMethod] = useState<Method | null>(null)
  const [typed, setTyped] = useState<Typed>({ account: '', legal_name: legalName, country, password: '' })
  const { isBusy, problems, show, save } = useSaving(form, onSaved)
  const type = (change: Partial<Typed>) => setTyped({ ...typed, ...change })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = missing(method, typed, asksPassword)
    if (!method || Object.keys(found).length > 0) return show(found)
    const { password, ...account } = typed
    void save({ ...account, method, ...(asksPassword && { password }) })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="stack gap-5">
      <RadioCards
        legend="How do you want to be paid?"
        options={methods}
        value={method}
        error={problems.method}
        onChange={(chosen) => {
          setMethod(chosen)
          type({ account: '' })
        }}
      />
      {method && (
        <AccountField
          method={method}
          value={typed.account}
          error={problems.account}
          onChange={(account) => type({ account })}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Legal name"
          hint="As it stands on your account or identity card."
          error={problems.legal_name}
        >
          <TextInput
            name="legal_name"
            required
            autoComplete="name"
            maxLength={200}
            value={typed.legal_name}
            onChange={({ target }) => type({ legal_name: target.value })}
          />
        </Field>
        <Field label="Country" hint="Where you live and pay tax." error={problems.country}>
          <Select
            name="country"
            required
            autoComplete="country"
            value={typed.country}
            onChange={({ target }) => type({ country: target.value })}
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
        <Field label="Your password" hint="So that nobody else changes this." error={problems.password}>
          <PasswordInput
            name="password"
            required
            autoComplete="current-password"
            value={typed.password}
            onChange={({ target }) => type({ password: target.value })}
          />
        </Field>
      )}
      <p className="text-small text-ink-2">
        It counts after seven days, and a mail tells you of it. Until then you are paid as before.
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

type AccountFieldProps = {
  method: Method
  value: string
  error?: string
  onChange: (account: string) => void
}

function AccountField({ method, value, error, onChange }: AccountFieldProps) {
  const props = {
    name: 'account',
    required: true,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (method === 'other')
    return (
      <Field
        label="How you can be paid"
        hint="Such as the IBAN and the name of your bank. Whoever sends payouts reads this."
        error={error}
      >
        <TextArea {...props} maxLength={500} />
      </Field>
    )
  return (
    <Field
      label={
        method === 'paypal' ? 'Email address of your PayPal account' : 'Email address of your Wise account'
      }
      error={error}
    >
      <TextInput {...props} type="email" autoComplete="off" maxLength={254} />
    </Field>
  )
}

/** Saves the details; `problems` are by field, and the first such field is focused. */
function useSaving(form: RefObject<HTMLFormElement | null>, onSaved: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})

  function show(found: Problems) {
    setProblems(found)
    const [first] = Object.keys(found)
    const field = first === 'method' ? 'input[type="radio"]' : `[name="${first}"]`
    form.current?.querySelector<HTMLElement>(field)?.focus()
  }

  async function save(body: DetailsBody) {
    if (isBusy) return
    setBusy(true)
    setProblems({})
    try {
      const next = await withStepUp(() => api('PUT /api/v1/me/payout-details', { body }))
      client.setQueryData(queryOf(api, 'GET /api/v1/me/payout-details').queryKey, next)
      const from = next.coming && momentText(next.coming.counts_from)
      void toast.success('Saved', from ? { description: `It counts from ${from}.` } : {})
      onSaved()
    } catch (error) {
      if (error instanceof ApiError && error.problems.length > 0)
        show(Object.fromEntries(error.problems.map(({ path, message }) => [path, message])))
      else
        void toast.error('Could not save', {
          description: error instanceof ApiError ? error.message : 'An unexpected error occurred',
        })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problems, show, save }
}
