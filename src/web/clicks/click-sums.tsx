import type { ClickStory } from './click-data.ts'
import { pressRate } from './click-texts.ts'
import { counted, peopleText, pressesText } from './counted.ts'
import { HowCounted } from './how-counted.tsx'

type ClickSumsProps = { story: ClickStory }

/** People against previews and bots, and who went on to Amazon: in the chart's time, all of it together. */
export function ClickSums({ story }: ClickSumsProps) {
  const { total, presses, filtered } = story
  const rate = pressRate(presses, total)
  return (
    <div className="num border-t pt-3 text-small text-ink-2">
      <p>
        <b className="font-semibold text-ink">{peopleText(total)}</b>,{' '}
        {counted(filtered.previews + filtered.bots, 'preview', 'previews')} filtered
      </p>
      <p className="mt-1">
        {pressesText(presses)}
        {rate && ` · ${rate}`}
      </p>
      <HowCounted filtered={filtered} />
    </div>
  )
}
