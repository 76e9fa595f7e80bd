/** The words of PostgreSQL's programs where the machine is at fault, and what to do about it. */
const advice: [words: RegExp, todo: string][] = [
  [
    /could not look up effective user ID|local user with ID \d+ does not exist/,
    'PostgreSQL starts only as an account that the system knows. Start Folio as one with a line in /etc/passwd (in a container: as a user of the image), or set DATABASE_URL.',
  ],
  [
    /could not \w+ (?:POSIX )?shared memory segment.*(?:Read-only file system|Permission denied|No such file)/,
    'PostgreSQL shares memory by /dev/shm, which cannot be written here. Mount it so that it can be (in a container: --tmpfs /dev/shm:mode=1777), or set DATABASE_URL.',
  ],
  [
    /could not \w+ (?:POSIX )?shared memory segment.*No space left on device/,
    '/dev/shm is full. Make it larger (in a container: --shm-size=256m), or set DATABASE_URL.',
  ],
]

/** What to do about words of PostgreSQL's, in a sentence with a space before it; empty where they say it themselves. */
export function adviceOn(words: string): string {
  const todo = advice.find(([said]) => said.test(words))?.[1]
  return todo ? ` ${todo}` : ''
}
