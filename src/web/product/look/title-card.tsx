import { toneOf } from '../../../shared/title-card.ts'
import { initials } from '../../ui/avatar.tsx'

type TitleCardProps = { title: string }

/**
 * What stands in a picture's place where there is none: the title set like a book's cover, in a colour of its own; in a
 * small well its initials alone. It is drawn by the style sheet: as text the title stands beside it, once.
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
