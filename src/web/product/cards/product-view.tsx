import { useSyncExternalStore } from 'react'
import { rememberedChoice } from '../../browser/remembered-choice.ts'
import { listingKeys } from '../listing-keys.ts'

/** How a list of products is laid out (spec section 2: 'List View', 'Grid View', 'Full Card View'). */
export type ProductView = 'list' | 'grid' | 'card'

const view = rememberedChoice<ProductView>(listingKeys.view, ['grid', 'list', 'card'])

/** The chosen view, remembered in this browser; the server's HTML always has the grid. */
export const useProductView = (): [view: ProductView, choose: (view: ProductView) => void] => [
  useSyncExternalStore(view.subscribe, view.current, () => 'grid'),
  view.choose,
]
