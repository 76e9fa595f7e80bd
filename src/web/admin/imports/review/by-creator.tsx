import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ByCreator as Shares } from '../../../../orders/imports/outcomes/contract.ts'
import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { counted, numberText } from '../../../format/count-text.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Import } from '../../answers.ts'

type Others = NonNullable<Import['preview']>['other_creators']

type ByCreatorProps = { creators: Shares; others: Others; currency: string; title: string }

/** How many are listed at first. */
const firstShown = 5

/** Creators whose commission changes, and by how much; renders nothing for none. */
export function ByCreator({ creators, others, currency, title }: ByCreatorProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (creators.length === 0) return null
  const shown = showsAll ? creators : creators.slice(0, firstShown)
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">{title}</h3>
      <ul className="divide-y rounded-md border">
        {shown.map((share) => (
          <li
            key={share.payee_id ?? ''}
            className="num flex items-baseline justify-between gap-4 px-3 py-2 text-small"
          >
            <span className="min-w-0">
              <Name share={share} />
              <span className="block text-caption text-ink-3">{counted(share.orders, 'order')}</span>
            </span>
            <span className="shrink-0 font-semibold">{changeText(share.commission, currency)}</span>
          </li>
        ))}
        {others && shown.length === creators.length && (
          <li className="num flex items-baseline justify-between gap-4 px-3 py-2 text-small">
            <span className="min-w-0">
              {counted(others.creators, 'other creator')}
              <span className="block text-caption text-ink-3">{counted(others.orders, 'order')}</span>
            </span>
            <span className="shrink-0 font-semibold">{changeText(others.commission, currency)}</span>
          </li>
        )}
      </ul>
      {shown.length < creators.length && (
        <Button size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {numberText(creators.length + (others?.creators ?? 0))}
        </Button>
      )}
    </section>
  )
}

function Name({ share: { payee_id, username } }: { share: Shares[number] }) {
  if (payee_id === null) return <span className="text-ink-2">Nobody’s yet: not matched</span>
  if (username === null) return <span className="text-ink-2">A deleted account</span>
  return (
    <Link to="/admin/orders" search={{ q: `@${username}` }} className="link break-all">
      @{username}
    </Link>
  )
}

/** A change of money with its sign: '+$4.20', '−$3.00', '$0.00'. */
export const changeText = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${moneyText(amount, currency)}`
