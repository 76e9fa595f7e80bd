import type { Settings } from '../settings/read.ts'
import type { DatabaseAddress } from './database.ts'
import { splitHosts } from './hosts.ts'

type DatabaseServer = {
  /** As the app's account. */
  address: DatabaseAddress
  /** As the account that owns the tables, if that is another (decision 86). */
  owner: DatabaseAddress | undefined
  /** A sentence for the person who starts the program, such as where the data really is. */
  notice: string | undefined
  /** Whether its disk has room for an embedded server to come back. */
  hasRoom: () => boolean
  /** Settles when an embedded server is gone for good. */
  exited: Promise<void>
  stop(): Promise<void>
}

function addressOf(url: string): DatabaseAddress {
  const hosts = splitHosts(url)
  const [connectionString = url] = hosts
  return hosts.length > 1 ? { connectionString, hosts } : { connectionString }
}

/** The PostgreSQL that an installation uses. */
export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Settings, 'databaseOwnerUrl'>>

/** The account of the app in the embedded server, whose superuser owns the tables. */
export const embeddedApp = 'folio_app'

/** The PostgreSQL to use: that of DATABASE_URL, else the embedded one, started if it is not running. */
export async function startDatabaseServer(
  settings: DatabaseSettings,
  log: (line: string) => void,
): Promise<DatabaseServer> {
  if (settings.databaseUrl)
    return {
      address: addressOf(settings.databaseUrl),
      owner: settings.databaseOwnerUrl ? addressOf(settings.databaseOwnerUrl) : undefined,
      notice: undefined,
      hasRoom: () => true,
      exited: new Promise(() => {}),
      stop: async () => {},
    }
  const { startEmbeddedPostgres } = await import('../postgres/embedded.ts')
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
  return {
    address: { ...server.connection, user: embeddedApp },
    owner: server.connection,
    notice: server.notice,
    hasRoom: server.hasRoom,
    exited: server.exited,
    stop: () => server.stop(),
  }
}
