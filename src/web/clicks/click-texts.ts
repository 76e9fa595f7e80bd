import { counted, numberText } from '../format/count-text.ts'

export const peopleText = (count: number): string => counted(count, 'person', 'people')

export const pressesText = (count: number): string => `${numberText(count)} pressed Shop on Amazon`

/**
 * The percentage of people who pressed the shop button: '15%', '<1%'. 0% means nobody and 100% everybody. Null without
 * people, and with more presses than people: somebody who returns to an open page presses again, and a share above 100%
 * means nothing.
 */
export function pressRate(presses: number, people: number): string | null {
  if (people === 0 || presses > people) return null
  const percent = (100 * presses) / people
  if (percent > 0 && percent < 1) return '<1%'
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100}%`
}
