import { type FormEvent, useState } from 'react'
import type { StatusMeaning } from '../../../../orders/imports/statuses/contract.ts'
import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { counted } from '../../../format/count-text.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Select } from '../../../ui/form/choice.tsx'
import { Field } from '../../../ui/form/field.tsx'
import type { Import } from '../../answers.ts'
import { useImportCall } from '../use-import-call.ts'
import { meaningOptions } from './status-texts.ts'

type Question = Extract<NonNullable<Import['question']>, { kind: 'statuses' }>
type StatusQuestionProps = { batch: Import; statuses: Question['statuses'] }

/**
 * Asks what statuses mean that Folio does not know, once for all rows of each
 * (docs/product/reports.md#unknown-statuses).
 */
export function StatusQuestion({ batch, statuses }: StatusQuestionProps) {
  const { work, answer, discard } = useImportCall(batch)
  const [means, setMeans] = useState<Record<string, StatusMeaning | ''>>({})
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const said = statuses.flatMap(({ status }) => {
      const meaning = means[status]
      return meaning ? [{ status, means: meaning }] : []
    })
    if (said.length < statuses.length) return setMissing(true)
    void answer({ statuses: said })
  }

  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      <p className="text-small text-ink-2">
        This report has new statuses. Your answer is remembered for later reports.
      </p>
      {statuses.map(({ status, rows, commission }) => (
        <Field
          key={status}
          label={`“${status}”`}
          hint={`${counted(rows, 'row')}, ${moneyText(commission, batch.currency)}`}
          error={isMissing && !means[status] ? 'Please choose one' : undefined}
        >
          <Select
            value={means[status] ?? ''}
            onChange={({ target }) =>
              setMeans((now) => ({ ...now, [status]: target.value as StatusMeaning | '' }))
            }
          >
            <option value="">Choose what it means</option>
            {meaningOptions.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      <div className="grid grid-cols-2 gap-2">
        <Button busy={work === 'discard'} onClick={() => void discard()}>
          Discard
        </Button>
        <Button type="submit" variant="primary" busy={work === 'answer'}>
          Continue
        </Button>
      </div>
    </form>
  )
}
