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
        label={count > 0 ? `Saved, ${counted(count, 'thing')}` : 'Saved'}
        className="aria-[current]:[&_svg]:fill-current aria-[current]:text-accent-text"
      />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="num pointer-events-none absolute end-0 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-ink px-1 text-micro font-semibold text-on-ink ring-2 ring-paper"
        >
          {numberText(count)}
        </span>
      )}
    </span>
  )
}
