import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

/** The counts of a process, in the form of its registries. */
export type Counts = MetricObjectWithValues<MetricValue<string>>[]

/** The counts of several processes: sums, and means for metrics that ask for them. */
export const merge = (all: Counts[]): Registry => AggregatorRegistry.aggregate(all as never) as Registry
