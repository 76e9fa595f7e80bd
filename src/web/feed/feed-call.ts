import type { FeedChoice } from './feed-choice.ts'

/** A choice as the feed's calls take it; what they do by themselves is left out. */
export const feedQuery = ({ scope, category }: FeedChoice) => ({
  ...(scope === 'following' && { scope }),
  ...(category && { category }),
})
