// Ends with 0 if the Folio of this container is ready: it answers, and reaches its database.
import { get } from 'node:http'

get({ host: '127.0.0.1', port: process.env.PORT ?? 3000, path: '/readyz' }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).once('error', () => process.exit(1))
