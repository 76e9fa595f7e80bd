import { dateText } from '../../shared/dates/date-format.ts'
import type { AnswerOf } from '../api/client.ts'
import type { ViewerTime } from '../format/viewer-time.ts'

export type OwnItem = AnswerOf<'GET /api/v1/me/products'>['items'][number]
export type Attention = NonNullable<OwnItem['attention']>

/** Why a shop link leads nowhere, in plain words. */
export const reasonText: Record<Attention['reason'], string> = {
  gone: 'No longer on Amazon',
  out_of_stock: 'Out of stock on Amazon',
}

/** Since when: 'since Nov 21, 2026', by the viewer's calendar. */
export function sinceText(iso: string, viewer: ViewerTime): string {
  const day = dateText(new Date(iso), { dateStyle: 'medium', timeZone: viewer?.timeZone ?? 'UTC' })
  return `since ${day}`
}

/** '1 link needs attention', '3 links need attention'. */
export const countText = (count: number): string =>
  count === 1 ? '1 link needs attention' : `${count.toLocaleString('en-US')} links need attention`
