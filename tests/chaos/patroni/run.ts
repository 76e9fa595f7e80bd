import { setTimeout as wait } from 'node:timers/promises'
import { calmMs, type Phase, type Scene, underLoad } from '../under-load.ts'
import {
  asSuperuser,
  type Cluster,
  kill,
  killPatroni,
  killPostgres,
  type Member,
  startCluster,
  until,
} from './cluster.ts'
import { passwordOf } from './guide.ts'
import { copyNow, type Past, restoreTo } from './past.ts'
import { findPrograms } from './programs.ts'

/** Patroni's longest time until another may lead (the guide's ttl), and until Folio has found it. */
const electionMs = 45_000
/** Until a node knows that its server is silent, or has been replaced (decision 139). */
const silentMs = 15_000
const limitMs = 900_000

/**
 * Two nodes at three databases that Patroni leads, as docs/high-availability.md configures them: the leader is killed,
 * cut off and stopped, and so is etcd's; nothing acknowledged is lost. Then the archive is restored to a minute of it.
 */
export async function patroni(report: (line: string) => void): Promise<void> {
  const programs = findPrograms(process.env)
  const cluster = await startCluster(programs)
  try {
    const past = { id: '', later: '', moment: '' }
    const copy = await copyNow(programs, cluster)
    await underLoad({
      databaseUrl: cluster.databaseUrl,
      servers: 'three databases under Patroni',
      phases: (_nodes, _restart, scene) => [
        ...phasesOf(cluster, scene, past),
        {
          name: 'the archive restored to the moment',
          fault: async (note) => note(await restoreTo(past, copy, programs, cluster)),
          errorsMs: 0,
        },
      ],
      limitMs,
      report,
    })
    await cluster.stop()
    cluster.remove()
  } catch (error) {
    await cluster.stop()
    throw new Error(`${error instanceof Error ? error.message : error}\nIts logs are in ${cluster.base}.`, {
      cause: error,
    })
  }
}

function phasesOf(cluster: Cluster, scene: Scene, past: Past): Phase[] {
  /** The leader loses something until another leads; then it gets it back, and all must follow. */
  const lead =
    (lose: (leader: Member) => unknown, giveBack: (leader: Member) => unknown): Phase['fault'] =>
    async (note) => {
      const old = await cluster.untilLed()
      await lose(old)
      await cluster.untilLed(old)
      note('another leads')
      const enough = scene.changes() + 40
      await until('no change was acknowledged', async () => scene.changes() >= enough || undefined)
      note('changes are acknowledged')
      await wait(calmMs)
      await giveBack(old)
      note('given back')
      await cluster.untilWhole()
    }
  const silence =
    (lines: (one: Member) => Member['lines']['etcd'], state: 'silent' | 'open') => (one: Member) => {
      for (const line of lines(one)) line.state = state
    }
  const toEtcd = ({ lines }: Member) => lines.etcd
  const toAll = ({ lines }: Member) => [lines.database, lines.restApi, ...lines.etcd]
  const killMachine = async (one: Member) => {
    await killPatroni(one)
    killPostgres(one)
  }
  return [
    {
      name: 'the leader’s machine killed',
      fault: lead(killMachine, cluster.startPatroni),
      errorsMs: electionMs,
    },
    { name: 'a moment to come back to', fault: () => markMoment(cluster, scene, past), errorsMs: 0 },
    {
      name: 'the leader’s PostgreSQL alone killed',
      fault: async (note) => {
        const old = await cluster.untilLed()
        const began = await beganAt(old)
        killPostgres(old)
        // Patroni goes on saying that it leads while its PostgreSQL is dead.
        await until('nobody took changes', async () => {
          const one = await cluster.leader()
          return (one && (await beganAt(one).catch(() => began)) !== began) || undefined
        })
        note('one leads')
        await cluster.untilWhole()
      },
      errorsMs: electionMs,
    },
    {
      name: 'the leader cut off from etcd',
      fault: lead(silence(toEtcd, 'silent'), silence(toEtcd, 'open')),
      errorsMs: electionMs,
    },
    {
      name: 'the leader cut off from everybody',
      fault: lead(silence(toAll, 'silent'), silence(toAll, 'open')),
      errorsMs: electionMs,
      pagesMs: silentMs,
    },
    {
      name: 'the leader’s Patroni stopped, its PostgreSQL not',
      fault: lead(
        (one) => one.patroni?.kill('SIGSTOP'),
        (one) => one.patroni?.kill('SIGCONT'),
      ),
      errorsMs: electionMs,
      pagesMs: silentMs,
    },
    {
      name: 'etcd’s leader killed',
      fault: async (note) => {
        const old = await cluster.etcdLeader()
        await kill(old.etcd)
        await cluster.etcdLeader()
        note('another leads etcd')
        await wait(calmMs)
        cluster.startEtcd(old)
        await cluster.untilWhole()
      },
      errorsMs: 0,
    },
    {
      name: 'another leads as an operator asked',
      fault: async () => {
        const old = await cluster.untilLed()
        await fetch(`http://${old.addresses.restApi}/switchover`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`patroni:${passwordOf('patroni')}`)}` },
          body: JSON.stringify({ leader: old.name }),
        })
        await cluster.untilLed(old)
        await cluster.untilWhole()
      },
      errorsMs: electionMs,
    },
  ]
}

/** When the PostgreSQL of a member began to run. */
async function beganAt(one: Member): Promise<string | undefined> {
  const [row] = await asSuperuser<{ at: string }>(one, 'select pg_postmaster_start_time()::text as at')
  return row?.at
}

/** A product from before a moment of the database's clock, and one from after it. */
async function markMoment(cluster: Cluster, scene: Scene, past: Past): Promise<void> {
  const one = await cluster.untilLed()
  const now = async () =>
    (await asSuperuser<{ at: string }>(one, 'select clock_timestamp()::text as at'))[0]?.at ?? ''
  past.id = await scene.publish()
  past.moment = await now()
  past.later = await scene.publish()
}
