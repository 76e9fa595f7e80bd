import { Link } from '@tanstack/react-router'
import { Quote } from '../look/words.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Chip } from '../ui/list/chip.tsx'
import { Panel } from '../ui/panel.tsx'
import type { ProductData } from './product-data.ts'

type ProductStoryProps = { product: ProductData }

/** What the creator says of it: their comment, the description, category and tags, and who they are. */
export function ProductStory({ product }: ProductStoryProps) {
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
      <CuratorCard product={product} />
    </div>
  )
}

/** The product's category and tags; each is a link to the feed's products of the same. */
function Labels({ product }: ProductStoryProps) {
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

function CuratorCard({ product }: ProductStoryProps) {
  const { first_name: firstName, username, avatar_url: avatarUrl } = product.profiles
  return (
    <Panel flush>
      <Link
        to="/$username"
        params={{ username }}
        className="flex min-h-22 items-center gap-3 rounded-lg px-4 py-3 focus-visible:-outline-offset-2"
      >
        <Avatar name={firstName} src={avatarUrl} size={48} />
        <span className="min-w-0">
          <span className="block truncate text-small font-semibold">Shared by @{username}</span>
          <span className="block text-caption text-ink-3">Product curator</span>
        </span>
      </Link>
    </Panel>
  )
}
