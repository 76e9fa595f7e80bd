import { writtenPart } from '../../ui/lazy-part.tsx'

/** Who shared a product. Its first line has a height of its own while the file is on its way. */
export const CuratorCard = writtenPart(
  async () => ({ default: (await import('./curator-card.tsx')).CuratorCard }),
  () => <div className="h-22" />,
)

/** What a product's page leads on to. */
export const LeadingOn = writtenPart(async () => ({
  default: (await import('./leading-on.tsx')).LeadingOn,
}))
