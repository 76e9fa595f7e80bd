/** More are not told apart. */
export const mostShown = 99

/** '1 new post', '12 new posts', '99+ new posts'. */
export function newPostsText(count: number): string {
  if (count > mostShown) return `${mostShown}+ new posts`
  return count === 1 ? '1 new post' : `${count} new posts`
}
