import { setTimeout as wait } from 'node:timers/promises'
import { type Replica, type Replicas, startReplicas } from '../../src/platform/postgres/testing/replicas.ts'
import { calmMs, type Node, type Phase, underLoad } from './under-load.ts'

/** How long a failover may take: until the last error, of everything together. */
const errorsMs = 20_000

/**
 * Two nodes at a primary with two standbys, of which one confirms each commit: each of the five is killed in turn under
 * load, and after the primary a standby is promoted. Takes five minutes at most.
 */
export async function failover(report: (line: string) => void): Promise<void> {
  const replicas = await startReplicas()
  try {
    await underLoad({
      databaseUrl: replicas.urlOf(replicas.all),
      servers: 'a primary with two standbys',
      phases: (nodes, restart) => phasesOf(nodes, restart, replicas),
      limitMs: 300_000,
      report,
    })
  } finally {
    await replicas.stop()
  }
}

/** What is killed, and brought back. */
function phasesOf([a, b]: [Node, Node], restart: (node: Node) => Promise<void>, replicas: Replicas): Phase[] {
  const [primary, first, second] = replicas.all as [Replica, Replica, Replica]
  const killStandby = async (standby: Replica) => {
    await replicas.kill(standby)
    await wait(calmMs)
    await replicas.start(standby)
  }
  const promote = async () => {
    await replicas.kill(primary)
    await replicas.promote([first, second])
  }
  return [
    { name: 'node a killed and started', fault: () => restart(a), errorsMs },
    { name: 'standby 1 killed and started', fault: () => killStandby(first), errorsMs },
    { name: 'standby 2 killed and started', fault: () => killStandby(second), errorsMs },
    { name: 'primary killed, a standby promoted', fault: promote, errorsMs },
    { name: 'node b killed and started', fault: () => restart(b), errorsMs },
  ]
}
