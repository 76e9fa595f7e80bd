import { type Checks, count } from '../platform/verification.ts'
import { batchesOf } from './counting.ts'
import { selectRows } from './sql.ts'
import type { Media } from './store.ts'

/** The maximum of differences that the check lists. */
const shown = 20

/** The check that each stored picture has a row with its size. */
export const pictureChecks =
  ({ store }: Media): Checks =>
  async ({ db }) => [
    {
      name: 'pictures',
      find: async () => {
        let compared = 0
        const wrong: string[] = []
        for (const prefix of ['', 'products/'])
          for await (const listed of batchesOf(store.list(prefix))) {
            compared += listed.length
            const rows = new Map(
              (
                await selectRows(
                  db,
                  listed.map(({ name }) => name),
                )
              ).map((row) => [row.path, row]),
            )
            for (const { name, size } of listed) {
              const row = rows.get(name)
              const bytes = await size()
              // Uploads under way do not count, nor pictures that were removed or stored since the snapshot.
              if (bytes === null || row?.storing_bytes != null || row?.removing_since) continue
              if (row?.bytes !== bytes) wrong.push(`${name}: ${row?.bytes ?? 'no'} bytes counted of ${bytes}`)
            }
          }
        return {
          compared: `${count(compared)} stored pictures with what is counted of them`,
          differing: wrong.length,
          examples: wrong.slice(0, shown),
        }
      },
    },
  ]
