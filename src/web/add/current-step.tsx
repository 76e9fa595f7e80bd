import { useLocation, useNavigate } from '@tanstack/react-router'
import type { Product } from './add-flow.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { FetchingStep } from './fetching-step.tsx'
import { SuccessStep } from './success-step.tsx'
import { UnfinishedOffer } from './unfinished-offer.tsx'
import { UrlStep } from './url-step.tsx'
import type { Flow } from './use-add-flow.ts'

type CurrentStepProps = {
  flow: Flow
  /** Id of confirmation's form: its button stands in the sheet's foot. */
  formId: string
  onClose: () => void
}

/** The step the flow is in. */
export function CurrentStep({ flow, formId, onClose }: CurrentStepProps) {
  const { state, dispatch, fetchItem, cancelFetch, post } = flow
  const { step, offer } = state
  switch (step.name) {
    case 'url-input':
      return (
        <UrlStep
          url={state.url}
          step={step}
          onChange={(url) => dispatch({ type: 'url_typed', url })}
          onSubmit={() => void fetchItem()}
        >
          {offer && (
            <UnfinishedOffer
              unfinished={offer}
              onTake={() => dispatch({ type: 'offer_taken' })}
              onDecline={() => dispatch({ type: 'offer_declined' })}
            />
          )}
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
    case 'success':
      return <Posted product={step.product} onClose={onClose} />
  }
}

type PostedProps = { product: Product; onClose: () => void }

function Posted({ product, onClose }: PostedProps) {
  const navigate = useNavigate()
  const from = useLocation({ select: ({ pathname }) => pathname })

  function goToItem() {
    onClose()
    const params = { ref: product.short_link_id }
    void navigate({ to: '/l/$ref', params, state: { fromCreation: true, from } })
  }

  function goHome() {
    onClose()
    void navigate({ to: '/feed' })
  }

  return <SuccessStep product={product} onGoToItem={goToItem} onGoHome={goHome} />
}
