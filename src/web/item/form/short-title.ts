const longest = 60

/** Where what follows is no longer the name: a comma outside a number, a dash between spaces, a bracket, a pipe. */
const end = /,(?!\d)|\s[-–—]\s|[([{|]/

/** What a shop's long title begins with, cut at a word after 60 characters; null where that is not shorter. */
export function shortTitle(title: string): string | null {
  const [name = ''] = title.split(end)
  const short = cut(name.trim()).replace(/[\s:;&/+–—-]+$/, '')
  return short !== '' && short.length < title.trim().length ? short : null
}

function cut(text: string): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const [head] =
    characters
      .slice(0, longest + 1)
      .join('')
      .match(/^.*(?=\s)/s) ?? []
  return head ?? characters.slice(0, longest).join('')
}
