type LockedPackage = {
  version?: string
  integrity?: string
  cpu?: string[]
  os?: string[]
  libc?: string[]
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

export type Lockfile = { packages: Record<string, LockedPackage> }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']

/**
 * The optional packages that the lockfile's packages ask for and the lockfile lacks, by the path that they would have.
 * npm leaves out what it could not have while it made the lockfile (a registry mirror without the packages of other
 * platforms, npm's issue 4828), and `npm ci` then refuses on every platform: "Missing … from lock file".
 * Throws when a name does not name its platform.
 */
export function missingFromLockfile({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {}
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const locked = Object.keys(packages).some((folder) => folder.endsWith(`node_modules/${name}`))
      if (!locked) missing[`node_modules/${name}`] = describe(name, version, parent.dev)
    }
  }
  return missing
}

/** `@swc/core-linux-arm-gnueabihf` is for linux, arm and glibc. */
function describe(name: string, version: string, dev: boolean | undefined): LockedPackage {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = os ? words[words.indexOf(os) + 1] : words.find((word) => word === 'wasm32')
  if (!cpu) throw new Error(`The name ${name} does not name its platform.`)
  const libc = name.includes('musl') ? 'musl' : name.includes('gnu') ? 'glibc' : undefined
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}
