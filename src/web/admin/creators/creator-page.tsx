import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { outlookText } from '../../../shared/payouts/outlook.ts'
import { pagesOf, queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { usdText } from '../../format/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { CreatorBalance } from '../answers.ts'
import { FeeList } from '../fees/fee-list.tsx'
import { HoldList } from '../holds/hold-list.tsx'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { Stats } from '../parts/facts.tsx'
import { nameOf } from '../parts/texts.ts'
import { notDueTexts } from '../payouts/due-texts.ts'
import { QuestionRow } from '../questions/question-row.tsx'
import { AskedDebts } from './asked-debts.tsx'
import { AdjustmentRow, OrderRow, PayoutRow } from './creator-lists.tsx'
import { ShortList } from './short-list.tsx'

const AdjustBalance = lazyPart(() => import('./adjust-balance.tsx'))
const SetFee = lazyPart(() => import('../fees/set-fee.tsx'))
const SetHold = lazyPart(() => import('../holds/set-hold.tsx'))

const WriteOff = lazyPart(() => import('./write-off.tsx'))

const route = getRouteApi('/_app/admin/creators/$username')

/** By what a creator is found: their username or, once the account is gone, its number. */
const typedName = ({ username, former }: CreatorBalance['creator']) => username ?? `#${former?.number}`

/** A creator's money: what they have, what is held, each order, what was paid (docs/product/admin.md#creators). */
export function CreatorPage() {
  const { username } = route.useParams()
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/balances/:username', { params: { username } }))
  return (
    <AdminScreen
      title={query.data ? nameOf(query.data.creator) : /^[#@]/.test(username) ? username : `@${username}`}
      back="/admin/creators"
    >
      {query.data ? (
        <Creator of={query.data} />
      ) : query.isPending ? (
        <RowsSkeleton label="Loading the creator" />
      ) : (
        <AdminFailed
          error={query.error}
          message="Failed to load the creator"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

function Creator({ of }: { of: CreatorBalance }) {
  const api = useApi()
  const { payee_id, former } = of.creator
  const username = typedName(of.creator)
  const orders = useInfiniteQuery(
    pagesOf(api, 'GET /api/v1/admin/creators/:username/orders', { params: { username } }),
  )
  const questions = useInfiniteQuery({
    ...pagesOf(api, 'GET /api/v1/admin/questions', { query: { username } }),
    enabled: !former,
  })
  const payouts = useInfiniteQuery(
    pagesOf(api, 'GET /api/v1/admin/creators/:username/payouts', { params: { username } }),
  )
  const adjustments = useInfiniteQuery(pagesOf(api, 'GET /api/v1/admin/adjustments', { query: { username } }))
  return (
    <div className="stack gap-6">
      <Balance of={of} />
      {!former && <AskedDebts of={of.creator} />}
      <SettingsSection title="Holds">
        <HoldList
          which={{ username }}
          none={<p className="text-small text-ink-2">Nothing was ever held.</p>}
        />
      </SettingsSection>
      {!former && (
        <>
          <SettingsSection title="Fee">
            <FeeList which={{ of: 'creators', payee_id }} none="The same as everybody." isOfOne />
          </SettingsSection>
          <SettingsSection title="Questions">
            <ShortList what="questions" query={questions} keyOf={({ id }) => id} none="Nothing was asked.">
              {(question) => <QuestionRow question={question} />}
            </ShortList>
          </SettingsSection>
        </>
      )}
      <SettingsSection title="Payouts">
        <ShortList what="payouts" query={payouts} keyOf={({ id }) => id} none="Nothing was paid out yet.">
          {(payout) => <PayoutRow payout={payout} />}
        </ShortList>
      </SettingsSection>
      <SettingsSection title="Adjustments by hand">
        <ShortList what="adjustments" query={adjustments} keyOf={({ id }) => id} none="None.">
          {(adjustment) => <AdjustmentRow adjustment={adjustment} />}
        </ShortList>
      </SettingsSection>
      <SettingsSection title="Orders">
        <ShortList
          what="orders"
          query={orders}
          keyOf={({ order_item_id }) => order_item_id}
          none="Nothing was posted to them yet."
        >
          {(order) => <OrderRow order={order} />}
        </ShortList>
      </SettingsSection>
    </div>
  )
}

function Balance({ of }: { of: CreatorBalance }) {
  const { creator, name, posted, pending, paid, held, available, minimum, why_not_due: why } = of
  const username = typedName(creator)
  const [asked, setAsked] = useState<'hold' | 'adjust' | 'fee' | 'write-off' | null>(null)
  const close = () => setAsked(null)
  return (
    <Panel aria-label="Balance" className="stack gap-4">
      {!creator.former && (
        <p className="text-small text-ink-2">
          <bdi>{name}</bdi> ·{' '}
          <Link to="/$username" params={{ username }} className="link">
            Profile
          </Link>
        </p>
      )}
      <Stats
        figures={[
          ['Available', usdText(available)],
          ['Held', usdText(held)],
          ['Pending', usdText(pending)],
          ['Posted', usdText(posted)],
          ['Paid', usdText(paid)],
        ]}
      />
      <p className="text-small text-pretty text-ink-2">
        {why === null ? 'Due with the next payout.' : `Not due: ${notDueTexts[why].toLowerCase()}.`}
        {why === 'below_minimum' && ` The minimum is ${usdText(minimum)}.`}{' '}
        {!creator.former && `They read: “${outlookText(of.next)}”`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className="max-sm:flex-1" onClick={() => setAsked('hold')}>
          Hold
        </Button>
        <Button className="max-sm:flex-1" onClick={() => setAsked('adjust')}>
          Adjust by hand
        </Button>
        {creator.former ? (
          available < 0 && (
            <Button className="max-sm:flex-1" onClick={() => setAsked('write-off')}>
              Write off
            </Button>
          )
        ) : (
          <Button className="max-sm:flex-1" onClick={() => setAsked('fee')}>
            Set the fee
          </Button>
        )}
      </div>
      {asked === 'hold' && <SetHold of={{ kind: 'creator', username }} onClose={close} />}
      {asked === 'write-off' && <WriteOff of={creator} owed={-available} onClose={close} />}
      {asked === 'fee' && <SetFee creator={{ ...creator, username }} onClose={close} />}
      {asked === 'adjust' && <AdjustBalance username={username} onClose={close} />}
    </Panel>
  )
}
