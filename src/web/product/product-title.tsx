import { isLongTitle } from '../../shared/product.ts'
import { TitleText } from '../look/words.tsx'

type ProductTitleProps = { children: string }

/**
 * The product's title. A long one shows two lines and 'more', so that price and the creator's words stay on a phone's
 * first screen. Styles alone fold it (`fold-title`): the whole text is there without scripts, and for screen readers
 * and programs.
 */
export function ProductTitle({ children }: ProductTitleProps) {
  if (!isLongTitle(children))
    return (
      <h1 dir="auto" className="t-title">
        <TitleText>{children}</TitleText>
      </h1>
    )
  return (
    <div key={children} dir="auto" className="fold-title">
      <h1 className="t-heading">
        <TitleText>{children}</TitleText>
      </h1>
      <details className="group">
        <summary>
          <span className="link group-open:hidden">more</span>
          <span className="link hidden group-open:inline">less</span>
          <span className="sr-only"> of the title</span>
        </summary>
      </details>
    </div>
  )
}
