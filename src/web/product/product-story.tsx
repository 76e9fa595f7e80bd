import { Quote } from '../look/words.tsx'
import { Chip } from '../ui/list/chip.tsx'
import { CuratorCard } from './doorway/parts.tsx'
import type { ProductData, ProductPageData } from './product-data.ts'

/** What the creator says of it: their comment, the description, category and tags, and who they are. */
export function ProductStory({ product, doorway }: ProductPageData) {
  const { user_comment: comment, description } = product
  return (
    <div className="stack gap-6">
      {comment && (
        <section className="stack gap-2">
          <h2 className="text-small font-semibold">What I love about it:</h2>
          <Quote>{comment}</Quote>
        </section>
      )}
      {description && (
        <p dir="auto" className="whitespace-pre-line text-ink-2">
          {description}
        </p>
      )}
      <Labels product={product} />
      <CuratorCard product={product} doorway={doorway} />
    </div>
  )
}

/** The product's category and tags; each is a link to the feed's products of the same. */
function Labels({ product }: { product: ProductData }) {
  const { categories: category, tags } = product
  if (!category && !tags?.length) return null
  return (
    <ul aria-label="Category and tags" className="flex flex-wrap gap-2">
      {category && (
        <li className="min-w-0">
          <a href={`/feed?category=${category.slug}`} className="chip-link">
            <Chip strong>{category.name}</Chip>
          </a>
        </li>
      )}
      {tags?.map((tag) => (
        <li key={tag} className="min-w-0">
          <a href={`/feed?q=${encodeURIComponent(`#${tag}`)}`} className="chip-link">
            <Chip>{`#${tag}`}</Chip>
          </a>
        </li>
      ))}
    </ul>
  )
}
