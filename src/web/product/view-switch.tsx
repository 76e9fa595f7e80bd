import { Segmented } from '../ui/segmented.tsx'
import type { ProductView } from './cards/product-view.tsx'

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
