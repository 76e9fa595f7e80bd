import { useSaveDialog } from '../../lists/save/use-save-dialog.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { itemCount } from '../count-texts.ts'
import { BarButton } from './selected-bar.tsx'

type AddToListProps = { chosen: ReadonlySet<string> }

/** A button that puts the chosen items into lists (docs/product/my-folio.md#inbox). */
export function AddToList({ chosen }: AddToListProps) {
  const { open, dialog } = useSaveDialog()
  return (
    <>
      <BarButton isQuiet onPress={() => open({ productIds: [...chosen], title: itemCount(chosen.size) })}>
        <Icon name="save" className="sm:hidden" />
        <span className="max-sm:sr-only">Add to list</span>
      </BarButton>
      {dialog}
    </>
  )
}
