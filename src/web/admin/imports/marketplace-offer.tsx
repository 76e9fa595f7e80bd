import { useEffect, useState } from 'react'
import { type Marketplace, marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { marketplacesShown, shownLength } from '../../../shared/amazon/report-marketplace.ts'
import { Button } from '../../ui/button/button.tsx'

type MarketplaceOfferProps = {
  /** What was typed, or the chosen file. */
  report: string | File
  chosen: string
  onChoose: (code: Marketplace) => void
}

/** Offers the marketplaces that a report shows it may be of; renders nothing where the chosen one is among them. */
export function MarketplaceOffer({ report, chosen, onChoose }: MarketplaceOfferProps) {
  const shown = useShown(report)
  if (shown.length === 0 || shown.some((code) => code === chosen)) return null
  const [only] = shown
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-ink-2">
      <p>
        This report looks like one of{' '}
        {shown.length <= maxNamed ? shown.map(marketplaceName).join(', ') : 'another marketplace'}.
      </p>
      {only && shown.length === 1 && (
        <Button size="sm" onClick={() => onChoose(only)}>
          Choose {marketplaceName(only)}
        </Button>
      )}
    </div>
  )
}

/** So many marketplaces are named. */
const maxNamed = 4

function useShown(report: string | File): Marketplace[] {
  const [shown, setShown] = useState<Marketplace[]>([])
  useEffect(() => {
    let isStale = false
    const head = report.slice(0, shownLength)
    void Promise.resolve(typeof head === 'string' ? head : head.text()).then((text) => {
      if (!isStale) setShown(marketplacesShown(text))
    })
    return () => {
      isStale = true
    }
  }, [report])
  return shown
}
