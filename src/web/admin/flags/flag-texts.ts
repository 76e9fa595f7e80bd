import { numberText } from '../../format/count-text.ts'
import type { ClickFlag, Flag } from '../answers.ts'

const amount = (value: number): string => numberText(Math.round(value * 10) / 10)
const percent = (value: number): string => `${Math.round(value * 100)}%`

/** A creator's flag with the usual value: '94% of presses from one network; usual is 12%'. */
export function flagText({ measure, value, usual }: Pick<Flag, 'measure' | 'value' | 'usual'>): string {
  switch (measure) {
    case 'presses_per_view':
      return `${amount(value)} presses a view; usual is ${amount(usual)}`
    case 'presses_per_network':
      return `${amount(value)} presses a network; usual is ${amount(usual)}`
    case 'largest_network':
      return `${percent(value)} of presses from one network; usual is ${percent(usual)}`
    case 'burst':
      return `${amount(value)} presses in 15 minutes, from few networks; their own usual is ${amount(usual)}`
  }
}

/** A product's flag in words: '94% of views from one network', '113 of 118 views limited'. */
export const clickFlagText = ({ measures, largest, views, limited }: ClickFlag): string =>
  measures
    .map((measure) =>
      measure === 'one_network'
        ? `${percent(largest / views)} of views from one network`
        : `${numberText(limited)} of ${numberText(limited + views)} views limited`,
    )
    .join('; ')

/** The limit above which a value is flagged: 'over 72%'. */
export const limitText = ({ measure, threshold }: Pick<Flag, 'measure' | 'threshold'>): string =>
  `over ${measure === 'largest_network' ? percent(threshold) : amount(threshold)}`
