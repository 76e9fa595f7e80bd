/** Messages of PostgreSQL's programs that blame the machine, with advice. */
const advice: [words: RegExp, todo: string][] = [
  [
    /could not look up effective user ID|local user with ID \d+ does not exist/,
    'PostgreSQL starts only as an account that the system knows. Start Folio as one with a line in /etc/passwd (in a container: as a user of the image), or set DATABASE_URL.',
  ],
  [
    /could not \w+ (?:POSIX )?shared memory segment.*(?:Read-only file system|Permission denied|No such file)/,
    'PostgreSQL shares memory by /dev/shm, which cannot be written here. Mount it writable (in a container: --tmpfs /dev/shm:mode=1777), or set DATABASE_URL.',
  ],
  [
    /could not \w+ (?:POSIX )?shared memory segment.*No space left on device/,
    '/dev/shm is full. Make it larger (in a container: --shm-size=256m), or set DATABASE_URL.',
  ],
]

/** Advice for a message of PostgreSQL, in a sentence with a space before it; empty if the message explains itself. */
export function adviceOn(words: string): string {
  const todo = advice.find(([said]) => said.test(words))?.[1]
  return todo ? ` ${todo}` : ''
}
