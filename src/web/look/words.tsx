import clsx from 'clsx'

type TitleTextProps = { children: string }

/** A product's title, with hyphenated words unbroken and numbers beside their units. */
export function TitleText({ children }: TitleTextProps) {
  let position = 0
  return titleParts(children).map(({ text, together }) => {
    const key = position
    position += text.length
    return together ? (
      <span key={key} className="whitespace-nowrap">
        {text}
      </span>
    ) : (
      text
    )
  })
}

type TitlePart = { text: string; together: boolean }

/** A longer hyphenated word must be allowed to break, or it would be wider than a narrow card. */
const longestUnbroken = 16

/** A number and its unit: '0.9 L', '8 in'. A plain count of things ('2 mugs') may break. */
const numberAndUnit = /(\d) (?=(?:l|ml|cl|oz|fl|g|kg|lb|lbs|mm|cm|m|in|ft|w|kw|v|mah|gb|tb|hz|k|°c|°f)\b)/gi

/**
 * Splits a product title so that hyphenated words stay on one line, and joins numbers to their units with a no-break
 * space (docs/product/cards.md#parts). The parts joined are the title.
 */
export function titleParts(title: string): TitlePart[] {
  return title
    .replace(numberAndUnit, '$1\u00a0')
    .split(/(\S+-\S+)/)
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      together: text.includes('-') && !text.includes(' ') && text.length <= longestUnbroken,
    }))
}

type QuoteProps = { children: string; size?: 'page' | 'card' }

/** The creator's own words: Fraunces italic, with the persimmon stroke on a page and without it in a card. */
export function Quote({ children, size = 'page' }: QuoteProps) {
  return (
    <blockquote
      dir="auto"
      className={clsx(
        'whitespace-pre-line',
        size === 'page' ? 't-quote quote-mark' : 't-quote-card text-ink-2',
      )}
    >
      {children}
    </blockquote>
  )
}
