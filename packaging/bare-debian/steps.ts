/** A block of commands that a document tells people to type. */
export type Step = {
  /** Where it stands, as `README.md:12`. */
  at: string
  commands: string
  asRoot: boolean
  /** It starts Folio, which goes on while the next steps are done. */
  goesOn: boolean
}

const marked = /^<!-- tried( as root)?(, goes on)? -->\n+```sh\n(.*?)^```/gms

/** The blocks of a Markdown document that are marked to be tried, in order. */
export const markedSteps = (document: string, markdown: string): Step[] =>
  Array.from(markdown.matchAll(marked), ({ index, 1: root, 2: on, 3: commands = '' }) => ({
    at: `${document}:${markdown.slice(0, index).split('\n').length}`,
    commands,
    asRoot: root !== undefined,
    goesOn: on !== undefined,
  }))

export type Unit = { user: string; folder: string; environment: string[]; command: string }

/** What a systemd unit runs, as whom and where. Throws where the unit does not say it. */
export function readUnit(text: string): Unit {
  const all = (name: string) =>
    Array.from(text.matchAll(new RegExp(`^${name}=(.+)$`, 'gm')), (found) => found[1] ?? '')
  const one = (name: string) => {
    const [value] = all(name)
    if (!value) throw new Error(`the unit has no ${name}`)
    return value
  }
  return {
    user: one('User'),
    folder: one('WorkingDirectory'),
    environment: all('Environment').flatMap((line) => line.split(' ')),
    command: one('ExecStart'),
  }
}
