import { counted, numberText } from '../format/count-text.ts'
import { useLiked } from '../product/liked.ts'
import { IconLink } from '../ui/button/icon-button.tsx'

/** The heart in a bar: leads to what this browser likes, with the number of that. */
export function SavedLink() {
  const count = useLiked().length
  return (
    <span className="relative">
      <IconLink
        to="/saved"
        icon="like"
        iconSize={24}
        label={count ? `Saved, ${counted(count, 'thing')}` : 'Saved'}
        className="saved-link"
      />
      {count > 0 && (
        <span aria-hidden="true" className="saved-count">
          {numberText(count)}
        </span>
      )}
    </span>
  )
}
