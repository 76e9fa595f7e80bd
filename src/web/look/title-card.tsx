import { toneOf } from '../../shared/pictures/title-card.ts'
import { initials } from '../ui/avatar.tsx'

type TitleCardProps = { title: string }

/**
 * Replaces a missing picture: the title set like a book's cover, in a colour of its own; in a small frame only its
 * initials. The style sheet draws it, since the title is already there as text beside it.
 */
export const TitleCard = ({ title }: TitleCardProps) => (
  <span
    aria-hidden="true"
    data-tone={toneOf(title)}
    data-title={title}
    data-initials={initials(title)}
    className="title-card"
  />
)
