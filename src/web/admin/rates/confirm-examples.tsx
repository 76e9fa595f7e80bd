import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

type ConfirmExamplesProps = {
  /** What the server asks about; nothing is asked where there are none. */
  examples: string[]
  /** The form, to be sent again with them. */
  form: { submit: () => void; isBusy: boolean }
  onForget: () => void
}

/** Asks whether rates that are new, or far from the last, are right by what they make of an amount. */
export function ConfirmExamples({ examples, form, onForget }: ConfirmExamplesProps) {
  return (
    <ConfirmDialog
      open={examples.length > 0}
      onClose={onForget}
      onConfirm={form.submit}
      busy={form.isBusy}
      title="Is this right?"
      description="It is the first rate of a currency, or far from its last one."
      confirmLabel="It is right"
      tone="primary"
    >
      <ul aria-label="Examples" className="num max-h-60 overflow-y-auto text-small font-semibold">
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
