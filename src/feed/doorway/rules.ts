/** A product that a block may show, and its item: marketplace and ASIN. */
export type Candidate = { id: string; item: string }

/** How many products a block of a page shows. */
const shown = 6

/**
 * Which products a page leads to: of the curator's newest and of the category's best, so that no item stands twice on
 * the page.
 */
export function chooseCards({
  item,
  more,
  ranked,
}: {
  item: string
  more: Candidate[]
  ranked: Candidate[]
}) {
  const onPage = new Set([item])
  const choose = (candidates: Candidate[]): string[] => {
    const chosen: string[] = []
    for (const candidate of candidates) {
      if (chosen.length === shown) break
      if (onPage.has(candidate.item)) continue
      onPage.add(candidate.item)
      chosen.push(candidate.id)
    }
    return chosen
  }
  return { more: choose(more), ranked: choose(ranked) }
}
