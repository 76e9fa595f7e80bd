import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What this process counts of its own work, from its start (decision 43). No label holds a value that somebody may
 * choose: each address, id or text would make a series of its own, and would be personal.
 */
export const counted = new Registry()

const registers = [counted]
const secondsOfWork = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const httpRequests = new Counter({
  name: 'folio_http_requests_total',
  help: 'Requests, by method, route and outcome',
  labelNames: ['method', 'route', 'outcome'],
  registers,
})

export const httpSeconds = new Histogram({
  name: 'folio_http_request_duration_seconds',
  help: 'From the headers of a request to the end of its answer, by route',
  labelNames: ['route'],
  buckets: secondsOfWork,
  registers,
})

export const httpUnderWay = new Gauge({
  name: 'folio_http_requests_in_progress',
  help: 'Requests that are under way',
  registers,
})

/** With the sums of several workers this is how many they are. */
export const processes = new Gauge({
  name: 'folio_processes',
  help: 'Processes whose sums these are',
  registers,
})
processes.set(1)

export const requestsRefused = new Counter({
  name: 'folio_refused_total',
  help: 'Requests refused with 503, by reason: database, pictures (away), pool (too many wait), event_loop',
  labelNames: ['reason'],
  registers,
})

export const clockJumps = new Counter({
  name: 'folio_clock_jumps_total',
  help: 'How often the clock of the machine was set by more than five seconds, or the machine was asleep',
  registers,
})

export const poolWaitSeconds = new Histogram({
  name: 'folio_pool_wait_seconds',
  help: 'How long work waited for a connection to the database, even in vain',
  buckets: [0.001, ...secondsOfWork],
  registers,
})

export const standbyReads = new Counter({
  name: 'folio_standby_reads_total',
  help: 'Reads that a standby may answer, by who did: standby, primary; and retried, at the primary after the standby failed',
  labelNames: ['by'],
  registers,
})

export const pageCacheRequests = new Counter({
  name: 'folio_page_cache_requests_total',
  help: 'Public pages requested from the cache: hit, shared, miss; and stale, served because it could not be rendered again',
  labelNames: ['result'],
  registers,
})

export const clickBatchSize = new Histogram({
  name: 'folio_click_batch_size',
  help: 'Clicks of one group commit',
  buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
  registers,
})

export const clickCommitSeconds = new Histogram({
  name: 'folio_click_commit_seconds',
  help: 'From the start of a group commit of clicks to its end',
  buckets: secondsOfWork,
  registers,
})

export const clicksRecorded = new Counter({
  name: 'folio_clicks_total',
  help: 'Clicks that were written or answered again, by outcome',
  labelNames: ['outcome'],
  registers,
})

export const clicksUnwritten = new Counter({
  name: 'folio_clicks_unwritten_total',
  help: 'Clicks that could not be written, or for which there was no room to wait',
  registers,
})

export const jobsDone = new Counter({
  name: 'folio_jobs_total',
  help: 'Attempts of jobs, by name and outcome: done, failed (is tried again), given_up',
  labelNames: ['name', 'outcome'],
  registers,
})

export const jobSeconds = new Histogram({
  name: 'folio_job_duration_seconds',
  help: 'How long an attempt of a job took, by name',
  labelNames: ['name'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
})

export const mails = new Counter({
  name: 'folio_mails_total',
  help: 'Attempts to send a mail, by outcome: sent, deferred (is tried again), refused (for good)',
  labelNames: ['outcome'],
  registers,
})

export const amazonRequests = new Counter({
  name: 'folio_amazon_requests_total',
  help: 'Requests to Amazon, by kind (creators_api, page) and outcome: ok, throttled, refused, failed',
  labelNames: ['kind', 'outcome'],
  registers,
})

export const s3Requests = new Counter({
  name: 'folio_s3_requests_total',
  help: 'Steps with a store of S3’s kind, by outcome: ok, refused (as expected, such as of a missing object), failed',
  labelNames: ['outcome'],
  registers,
})
