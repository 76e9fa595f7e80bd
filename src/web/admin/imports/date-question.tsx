import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import type { Import } from '../admin-queries.ts'
import { readings } from './import-texts.ts'
import { useImportCall } from './use-import-call.ts'

type DateOrder = 'month_first' | 'day_first'

type DateQuestionProps = { batch: Import }

/** Asks how dates are to be read that can be read two ways: only whoever knows the report can say. */
export function DateQuestion({ batch }: DateQuestionProps) {
  const { work, answer, discard } = useImportCall(batch)
  const [order, setOrder] = useState<DateOrder | null>(null)
  const [isMissing, setMissing] = useState(false)
  const examples = batch.question?.examples ?? []

  function submit(event: FormEvent) {
    event.preventDefault()
    if (order) void answer(order)
    else setMissing(true)
  }
  const hintFor = (choice: DateOrder) =>
    examples.slice(0, 3).map((example) => (
      <span key={example} className="num block">
        {example} is {readings(example)?.[choice] ?? 'read that way'}
      </span>
    ))

  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      <RadioCards
        legend="Which comes first in this report’s dates?"
        tall
        value={order}
        onChange={setOrder}
        error={isMissing && !order ? 'Please choose one' : undefined}
        options={[
          { value: 'month_first', label: 'The month', hint: hintFor('month_first') },
          { value: 'day_first', label: 'The day', hint: hintFor('day_first') },
        ]}
      />
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
