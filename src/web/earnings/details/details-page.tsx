import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StepUp } from '../../account/two-step/step-up.tsx'
import { queryOf } from '../../api/query.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import {
  countryName,
  methodNames,
  type OwnDetails,
  proofHint,
  type ShownDetails,
} from '../../format/payout-details-text.ts'
import { momentText } from '../../format/when-text.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ErrorState } from '../../ui/feedback/empty-or-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { EarningsScreen } from '../statements/earnings-screen.tsx'
import { DetailsForm } from './details-form.tsx'

/** Where the person is paid, now and after a change (docs/product/payouts.md#payout-details). */
export function DetailsPage() {
  return (
    <EarningsScreen title="How you are paid" parent="/earnings">
      <PageHead title="How you are paid" subtitle="Only you and the people who send payouts see this" />
      <Details />
      <StepUp />
    </EarningsScreen>
  )
}

function Details() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/me/payout-details'))
  if (query.data) return <OwnDetailsView details={query.data} />
  if (query.isPending)
    return <ListSkeleton label="Loading how you are paid" rowClass="min-h-15" hasPictures={false} />
  return (
    <ErrorState
      message="Failed to load how you are paid"
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function OwnDetailsView({ details }: { details: OwnDetails }) {
  const { current, coming, missing, is_lost } = details
  const hasAny = current !== null || coming !== null
  const [isOpen, setOpen] = useState(false)
  if (missing === 'proven_address') return <ProveAddress />
  return (
    <div className="stack max-w-160 gap-5">
      {is_lost && (
        <Banner tone="bad">The details that you entered can no longer be read. Please enter it again.</Banner>
      )}
      {current && (
        <Shown
          title={coming && !coming.rests ? `Until ${momentText(coming.counts_from)}` : 'Now'}
          details={current}
        />
      )}
      {coming && <Coming details={coming} />}
      {hasAny && !isOpen ? (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          Change how you are paid
        </Button>
      ) : (
        <DetailsForm
          hasCurrent={current !== null}
          asksPassword={details.asks_password}
          legalName={(coming ?? current)?.legal_name ?? ''}
          country={(coming ?? current)?.country ?? ''}
          onSaved={() => setOpen(false)}
          {...(hasAny && { onCancel: () => setOpen(false) })}
        />
      )}
    </div>
  )
}

const ProveAddress = () => (
  <Panel className="stack max-w-160 justify-items-start gap-4">
    <div className="stack gap-1">
      <h2 className="t-heading">Prove your email address first</h2>
      <p className="text-small text-ink-2">
        Only a proven address can be paid. {proofHint} You then choose a new password.
      </p>
    </div>
    <ButtonLink to="/forgot" variant="primary">
      Send me a link
    </ButtonLink>
  </Panel>
)

function Shown({ title, details }: { title: string; details: ShownDetails }) {
  return (
    <Panel aria-label={title} className="stack gap-3">
      <h2 className="text-small font-semibold">{title}</h2>
      <Facts details={details} />
    </Panel>
  )
}

function Coming({ details }: { details: ShownDetails }) {
  const api = useApi()
  const client = useQueryClient()
  const { run, isBusy } = useAct({
    send: (send) => send('DELETE /api/v1/me/payout-details/coming'),
    after: (next) => client.setQueryData(queryOf(api, 'GET /api/v1/me/payout-details').queryKey, next),
    done: 'Change taken back',
    failed: 'Could not take it back',
  })
  const title = details.rests ? 'Once mails arrive again' : `From ${momentText(details.counts_from)}`

  return (
    <Panel aria-label={title} className="stack gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-small font-semibold">{title}</h2>
        <Button size="sm" busy={isBusy} onClick={() => void run()}>
          Take back
        </Button>
      </div>
      <Facts details={details} />
      <p className="text-caption text-ink-2">
        {details.rests
          ? 'Mails to you do not arrive, so nobody could have warned you. This counts seven days after they arrive again.'
          : 'A change counts after seven days, so that you can take back one that was not yours.'}
      </p>
    </Panel>
  )
}

function Facts({ details: { method, account, legal_name, country } }: { details: ShownDetails }) {
  const facts = [
    [methodNames[method], account],
    ['Legal name', legal_name],
    ['Country', countryName(country)],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-3 text-small sm:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-caption text-ink-3">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
