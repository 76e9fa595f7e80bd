import { Banner } from '../../ui/feedback/banner.tsx'
import { marketplaceName } from '../parts/texts.ts'

const list = new Intl.ListFormat('en-US')

type NoTagNoticeProps = { marketplaces: string[] }

/** Marketplaces whose links earn nothing (decision: without an associate tag a link still works). */
export function NoTagNotice({ marketplaces }: NoTagNoticeProps) {
  if (marketplaces.length === 0) return null
  const names = list.format(marketplaces.map(marketplaceName))
  return (
    <Banner tone="note">
      <b className="font-semibold text-ink">Links to {names} earn nothing.</b> They have no associate tag: the
      server’s setting AMAZON_TAGS gives one to each marketplace.
    </Banner>
  )
}
