import { Button } from '../../ui/button.tsx'

type DialogFootProps = {
  /** The id of the form above that is sent. */
  form: string
  confirm: string
  tone?: 'primary' | 'danger'
  isBusy: boolean
  onCancel: () => void
}

/** A dialog's two ways out. */
export function DialogFoot({ form, confirm, tone = 'primary', isBusy, onCancel }: DialogFootProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant={tone} busy={isBusy}>
        {confirm}
      </Button>
    </div>
  )
}
