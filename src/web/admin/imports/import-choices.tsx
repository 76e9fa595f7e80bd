import { type FormEvent, useState } from 'react'
import type { Confirmation, Doubt } from '../../../orders/imports/contract.ts'
import { Button } from '../../ui/button/button.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import type { Import } from '../answers.ts'
import { useImportCall } from './use-import-call.ts'

type Choice = NonNullable<Confirmation[number]['choice']>
type Choices = Partial<Record<Doubt['kind'], Choice>>
type Texts = Partial<Record<Choice, { label: string; hint: string }>>

const texts: Partial<Record<Doubt['kind'], Texts>> = {
  repeated_rows: {
    once: { label: 'Once', hint: 'The report repeats a row. The repetitions are left out and listed.' },
    each: { label: 'Each', hint: 'The same was bought several times. The rows are added up.' },
  },
  differing_rows: {
    once: { label: 'Once', hint: 'The rows of an id are added up, for the product with the most money.' },
    each: { label: 'Each', hint: 'The rows of each product and sub tag become an order item of their own.' },
  },
}

type ImportChoicesProps = { batch: Import; reasons: Doubt[] }

/** Asks how rows with the same id count, since the file alone does not say (decision 33). */
export function ImportChoices({ batch, reasons }: ImportChoicesProps) {
  const { work, answer, discard } = useImportCall(batch)
  const [choices, setChoices] = useState<Choices>({})
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reasons.some(({ kind }) => !choices[kind])) return setMissing(true)
    void answer({
      confirm: reasons.map(({ kind, rows, commission }) => ({
        kind,
        rows,
        commission,
        choice: choices[kind],
      })),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="stack gap-5">
      {reasons.map(({ kind, message, examples, choices: options = [] }) => (
        <div key={kind} className="stack gap-2">
          <RadioCards
            legend={message}
            tall
            value={choices[kind] ?? null}
            onChange={(choice) => setChoices((made) => ({ ...made, [kind]: choice }))}
            error={isMissing && !choices[kind] ? 'Please choose one' : undefined}
            options={options.map((value) => ({
              value,
              ...texts[kind]?.[value],
              label: texts[kind]?.[value]?.label ?? value,
            }))}
          />
          <ul className="num text-caption break-all text-ink-2">
            {examples.map((example) => (
              <li key={example}>{example}</li>
            ))}
          </ul>
        </div>
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
