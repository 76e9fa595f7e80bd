import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

/** What a process counted, as its registries say it. */
export type Counts = MetricObjectWithValues<MetricValue<string>>[]

/** What several processes counted: sums, and means where a metric asks for them. */
export const merge = (all: Counts[]): Registry => AggregatorRegistry.aggregate(all as never) as Registry
