import { reasonText } from '../../attention/attention-text.ts'
import { Badge } from '../../ui/badge.tsx'
import type { OwnItem } from './use-own-list.ts'

type OwnMarksProps = { item: OwnItem }

/** What its owner should know of a product: sample details, or a shop link that leads nowhere (decision: Items). */
export function OwnMarks({ item }: OwnMarksProps) {
  return (
    <>
      {item.needs_details && <Badge tone="waiting">Needs details</Badge>}
      {item.attention && (
        <Badge tone={item.attention.reason === 'gone' ? 'accent' : 'waiting'}>
          {reasonText[item.attention.reason]}
        </Badge>
      )}
    </>
  )
}

/** Whether there is anything to say. */
export const hasMarks = (item: OwnItem): boolean => item.needs_details || item.attention !== null
