import { HowCounted } from '../chart/how-counted.tsx'
import { counted, numberText } from '../format/count-text.ts'
import { useAppName } from '../use-app-name.ts'
import { peopleText, pressesText, pressRate } from './click-texts.ts'
import type { ClickAnalytics } from './use-click-analytics.ts'

type ClickSumsProps = { story: ClickAnalytics }

/** The sums of the chart's period: people, previews and bots, and who went on to Amazon. */
export function ClickSums({ story }: ClickSumsProps) {
  const { total, presses, filtered, through_others } = story
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
      {through_others > 0 && <p className="mt-1">{numberText(through_others)} through somebody’s list</p>}
      <HowClicksCount filtered={filtered} />
    </div>
  )
}

type HowClicksCountProps = { filtered: ClickAnalytics['filtered'] }

/** Explains who counts as a person, and which clicks were left out. */
function HowClicksCount({ filtered }: HowClicksCountProps) {
  const appName = useAppName()
  const { previews, bots, repeats, own, limited } = filtered
  const leftOut: [what: string, count: string][] = [
    ['Link previews, made by apps', atLeast(previews)],
    ['Bots and other programs', atLeast(bots)],
    ['Again within 30 minutes', numberText(repeats)],
    ['Your own looks', numberText(own)],
    ['Too many from one address', numberText(limited)],
  ]
  return (
    <HowCounted className="mt-1">
      <div className="stack gap-2 pb-1 text-caption">
        <p>
          A visitor counts as one person in 30 minutes, however often they look. A visitor who comes back
          later counts again. Presses are counted the same way, so a page left open can bring several.
        </p>
        <p>Looks and presses that were left out:</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
          {leftOut.map(([what, count]) => (
            <div key={what} className="contents">
              <dt>{what}</dt>
              <dd className="text-end text-ink">{count}</dd>
            </div>
          ))}
        </dl>
        <p>
          “At least”, because apps and search engines keep copies of a page: not everyone who reads one asks{' '}
          {appName} for it.
        </p>
      </div>
    </HowCounted>
  )
}

const atLeast = (count: number) => `at least ${numberText(count)}`
