import { build } from 'hdr-histogram-js'
import { report, round } from './report.ts'
import {
  type Change,
  type Rule,
  type Run,
  requireSame,
  runGuarded,
  runScanned,
  type Tick,
  type Watched,
} from './watched-margin-accounts.ts'

/** A scan of everyone over every tick would take minutes; one of so many margin accounts is scanned over all of them. */
const sample = 10

/**
 * Runs the guards over the whole path, and two scans: of all margin accounts over its beginning, which gives the baseline, and of a part of
 * the accounts over all of it. Fails unless the same accounts changed at the same ticks.
 */
export function reportWatch<A extends Watched>(
  bench: string,
  count: number,
  population: () => A[],
  start: readonly number[],
  path: readonly Tick[],
  scannedTicks: number,
  rule: Rule<A>,
): void {
  const guarded = runGuarded(population(), start, path, rule)
  const scanned = runScanned(population(), start, path.slice(0, scannedTicks), rule)
  const isSampled = ({ id }: { readonly id: number }) => id % sample === 0
  const part = runScanned(population().filter(isSampled), start, path, rule)
  const early = requireSame(
    guarded.changes.filter(({ tick }) => tick < scannedTicks),
    scanned.changes,
  )
  const late = requireSame(
    guarded.changes.filter(({ account }) => isSampled({ id: account })),
    part.changes,
  )
  const closed = closedIn(guarded.changes)
  if (closedIn(scanned.changes) === 0 || closedIn(part.changes) === 0) throw new Error('nobody was closed')
  console.log(
    `${count} accounts, ${path.length} ticks: ${guarded.changes.length} changes of zone, ${closed} of them closed. None of ${early} (all accounts, ${scannedTicks} ticks) and none of ${late} (every ${sample}th account, all ticks) differs from the scan`,
  )
  show('guards', guarded)
  show('scan', scanned)
  const [mean, baseline] = [meanOf(guarded.ticksNs), meanOf(scanned.ticksNs)]
  report({
    bench,
    value: round(mean / 1_000),
    unit: 'µs a tick',
    baseline: round(baseline / 1_000),
    ratio: round(baseline / mean, 0),
    earlyRatio: round(baseline / meanOf(guarded.ticksNs.slice(0, scannedTicks)), 0),
    closed,
    compared: early + late,
    differences: 0,
  })
}

function show(name: string, { ticksNs, computed }: Run): void {
  const histogram = build()
  for (const ns of ticksNs) histogram.recordValue(Math.round(ns / 1_000))
  console.log(
    `${name.padEnd(7)}${round(meanOf(ticksNs) / 1_000)} µs a tick, p50 ${histogram.getValueAtPercentile(50)}, p99 ${histogram.getValueAtPercentile(99)}, worst ${histogram.maxValue}; ${round(computed / ticksNs.length)} accounts computed a tick, ${round(meanOf(ticksNs) / 1_000 / (computed / ticksNs.length))} µs each`,
  )
}

const closedIn = (changes: readonly Change[]) => changes.filter(({ zone }) => zone === 'closed').length
const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
