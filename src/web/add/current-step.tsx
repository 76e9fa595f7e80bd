import { BulkStep } from './bulk-step.tsx'
import { FetchingStep } from './fetching-step.tsx'
import { UrlStep } from './link/link-steps.tsx'
import { Offers } from './link/offers.tsx'
import { Posted } from './posted.tsx'
import { ConfirmStep } from './posting/confirm-step.tsx'
import type { Flow } from './use-add-flow.ts'

type CurrentStepProps = {
  flow: Flow
  /** Id of confirmation's form: its button stands in the sheet's foot. */
  formId: string
  onClose: () => void
}

/** The step the flow is in. */
export function CurrentStep({ flow, formId, onClose }: CurrentStepProps) {
  const { state, dispatch, begin, cancelFetch, post } = flow
  const { step, offer } = state
  switch (step.name) {
    case 'url-input':
      return (
        <UrlStep
          url={state.url}
          step={step}
          onChange={(url) => dispatch({ type: 'url_typed', url })}
          onBegin={begin}
        >
          <Offers offer={offer} dispatch={dispatch} />
        </UrlStep>
      )
    case 'fetching':
      return <FetchingStep resolving={step.resolving} onCancel={cancelFetch} />
    case 'confirmation':
      return (
        <ConfirmStep
          step={step}
          formId={formId}
          onChange={(change) => dispatch({ type: 'fields_changed', change })}
          onSubmit={() => void post()}
        />
      )
    case 'bulk':
      return <BulkStep step={step} dispatch={dispatch} />
    case 'success':
      return <Posted product={step.product} onClose={onClose} />
  }
}
