import { titleParts } from '../product/look/words.tsx'

type TitleTextProps = { children: string }

/** A product's title whose hyphenated words, and numbers with their units, stay together. */
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
