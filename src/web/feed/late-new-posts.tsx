import { type ComponentProps, useEffect } from 'react'
import { late } from '../browser/late.ts'
import type { NewPosts } from './new-posts.tsx'

const newPosts = late(() => import('./new-posts.tsx').then((script) => script.NewPosts))

/** Offers what was posted since, from a moment after the list is there. */
export function LateNewPosts(props: ComponentProps<typeof NewPosts>) {
  const Loaded = newPosts.useLoaded()
  useEffect(() => {
    // Without it the list is as good as ever; it is tried again with the next list.
    newPosts.load().catch(() => {})
  }, [])
  return Loaded && props.state.cursor !== undefined && <Loaded {...props} />
}
