import clsx from 'clsx'

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
