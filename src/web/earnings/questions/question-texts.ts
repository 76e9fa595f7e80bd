import type { MatchRule } from '../../../earnings/contract.ts'
import type { AnswerOf } from '../../api/client.ts'

export type Question = AnswerOf<'GET /api/v1/me/questions'>['items'][number]
export type Thread = NonNullable<AnswerOf<'GET /api/v1/me/ledger/:id/question'>['question']>

/** How far a question is, in words and by a badge's tone. */
export const questionTexts: Record<Question['state'], { text: string; tone: 'good' | 'waiting' | 'line' }> = {
  open: { text: 'Open', tone: 'waiting' },
  answered: { text: 'Answered', tone: 'good' },
  closed: { text: 'Closed', tone: 'line' },
}

const pressed = 'A press on Shop on Amazon'
const viewed = 'A view of the page'
const cart = 'A view before the cart'

/** What a row was posted by, in a word or two. */
export const postedByTexts: Record<MatchRule, string> = {
  sub_tag: 'The link’s own mark',
  tracking_id: 'A tracking ID',
  outbound_24h: pressed,
  outbound_24h_several: pressed,
  outbound_24h_networks: pressed,
  view_24h: viewed,
  view_24h_several: viewed,
  view_24h_networks: viewed,
  cart_89d: cart,
  cart_89d_several: cart,
  cart_89d_networks: cart,
  manual: 'By hand',
  none: 'Nobody’s link',
}
