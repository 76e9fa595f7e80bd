import type { MouseEvent } from 'react'
import { numberText } from '../../format/count-text.ts'
import type { Front, ProfileData } from '../profile/load-profile.ts'
import { type StorefrontTab, storefrontTabs } from './tabs.ts'

type TabBarProps = {
  profile: ProfileData
  front: Front
  tab: StorefrontTab
  onChoose: (tab: StorefrontTab) => void
}

/** The three tabs of a storefront: links, so that they lead on without scripts. */
export function TabBar({ profile, front, tab: current, onChoose }: TabBarProps) {
  const { username, first_name, products_count } = profile
  const texts = { products: 'Products', popular: 'Popular', lists: 'Lists' }
  const counts = { products: products_count, popular: null, lists: front.lists_count || null }

  function press(event: MouseEvent, tab: StorefrontTab) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (tab !== current) onChoose(tab)
  }

  return (
    <nav aria-label={`${first_name}’s things`} className="flex gap-6 border-b">
      {storefrontTabs.map((tab) => (
        <a
          key={tab}
          href={`/${username}${tab === 'products' ? '' : `?tab=${tab}`}`}
          aria-current={tab === current ? 'page' : undefined}
          onClick={(event) => press(event, tab)}
          className="relative flex min-h-12 items-center gap-1.5 font-[550] text-ink-2 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-accent"
        >
          {texts[tab]}{' '}
          {counts[tab] !== null && <span className="num text-ink-3">({numberText(counts[tab])})</span>}
        </a>
      ))}
    </nav>
  )
}
