import { useState } from 'react'
import { maxPicks } from '../../../shared/collection.ts'
import { OwnItemChoices } from '../../item/choose/own-item-choices.tsx'
import type { ProductCardData } from '../../product/product-data.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

type ChoosePicksProps = {
  chosen: ProductCardData[]
  onClose: () => void
  onChoose: (picks: ProductCardData[]) => void
}

/** Chooses picks among one's own items. */
export function ChoosePicks({ chosen: before, onClose, onChoose }: ChoosePicksProps) {
  const [chosen, setChosen] = useState(before)
  const has = (item: ProductCardData) => chosen.some(({ id }) => id === item.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose your picks"
      foot={
        <Button variant="primary" size="lg" block onClick={() => onChoose(chosen)}>
          Use {chosen.length} of {maxPicks}
        </Button>
      }
    >
      <OwnItemChoices
        none="What you post can be a pick."
        isOffered={({ hidden, needs_details }) => !hidden && !needs_details}
        standingOf={(item) => ({ isChosen: has(item), isFixed: !has(item) && chosen.length >= maxPicks })}
        onToggle={(item) =>
          setChosen(has(item) ? chosen.filter(({ id }) => id !== item.id) : [...chosen, item])
        }
      />
    </Dialog>
  )
}
