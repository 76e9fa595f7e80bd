import type { ComponentProps, ReactNode } from 'react'
import type { useChosen } from '../../browser/use-chosen.ts'
import { productRowsClass } from '../../look/list-skeletons.tsx'
import { EndOfOwnList } from '../list/end-of-list.tsx'
import type { OwnItem } from '../list/use-own-list.ts'
import { VirtualList } from '../list/virtual-list.tsx'
import { ItemRow, rowPx } from './item-row.tsx'
import { SelectedBar } from './selected-bar.tsx'
import { SelectionHead } from './selection-head.tsx'

type SelectableListProps = {
  items: readonly OwnItem[]
  total: number
  query: ComponentProps<typeof EndOfOwnList>['query']
  /** The key that the scroll position is stored under. */
  positionKey: string
  /** The address of the present page, for the product page's back link. */
  from: string
  selection: Pick<ReturnType<typeof useChosen>, 'chosen' | 'toggle' | 'clear'>
  all: Pick<ComponentProps<typeof SelectionHead>, 'label' | 'isAsking' | 'onAll'>
  isBusy?: boolean
  /** The actions for the chosen items. */
  children: ReactNode
}

/** The person's items as rows to choose from. */
export function SelectableList(props: SelectableListProps) {
  const { items, total, query, positionKey, from, selection, all, isBusy = false, children } = props
  const { chosen, toggle, clear } = selection
  return (
    <div className="max-lg:pb-20">
      <SelectionHead chosen={chosen.size} total={total} onNone={clear} {...all}>
        <SelectedBar count={chosen.size} isBusy={isBusy}>
          {children}
        </SelectedBar>
      </SelectionHead>
      <VirtualList
        label="Products"
        items={items}
        total={total}
        positionKey={positionKey}
        className={productRowsClass.page}
        estimatePx={() => rowPx}
      >
        {(item) => <ItemRow item={item} chosen={chosen.has(item.id)} onToggle={toggle} from={from} />}
      </VirtualList>
      <EndOfOwnList query={query} />
    </div>
  )
}
