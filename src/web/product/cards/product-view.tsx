import { listingKeys } from '../../boot/head-keys.ts'
import { rememberedChoice, useRemembered } from '../../browser/remembered-choice.ts'
import { Segmented } from '../../ui/list/segmented.tsx'

/** How a list of products is laid out (docs/product/feed.md#view). */
export type ProductView = 'list' | 'grid' | 'card'

const view = rememberedChoice<ProductView>(listingKeys.view, ['grid', 'list', 'card'])

/** The chosen view, remembered in this browser; the server's HTML always has the grid. */
export const useProductView = () => useRemembered(view)

const segments = [
  { value: 'list', label: 'List View', icon: 'listView' },
  { value: 'grid', label: 'Grid View', icon: 'gridView' },
  { value: 'card', label: 'Full Card View', icon: 'cardView' },
] as const

type ViewSwitchProps = { value: ProductView; onChange: (view: ProductView) => void }

/** Chooses between the three layouts of a product list. */
export function ViewSwitch({ value, onChange }: ViewSwitchProps) {
  return <Segmented label="View" segments={segments} value={value} onChange={onChange} />
}
