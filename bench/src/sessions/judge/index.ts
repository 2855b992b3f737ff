import type { Records } from '../records.ts'
import { Case, type Seen } from './case.ts'
import { judgeRequest } from './commands.ts'
import { judgeDays } from './days.ts'
import { judgeEvents } from './events.ts'
import { judgeFill } from './fills.ts'
import { Findings, type Verdict } from './findings.ts'
import { judgeFixings } from './fixings.ts'
import { judgeSpared } from './losscuts.ts'
import { judgeMoney } from './money.ts'
import { judgeFinancing, judgeNights } from './nights.ts'
import { judgeOrder } from './orders.ts'
import { judgePosition } from './positions.ts'

export type { Seen } from './case.ts'
export type { Verdict } from './findings.ts'

/** Explains every end by the rules, or says that it cannot. */
export function judgeRun(records: Records, seen: Seen): Verdict {
  const known = new Case(records, seen)
  const findings = new Findings(records.options, seen.to)
  const explainedBookings = new Set<number>()
  for (const position of records.positions) {
    judgePosition(known, findings, position)
    judgeNights(known, findings, position, explainedBookings)
  }
  for (const order of records.orders.values()) judgeOrder(known, findings, order)
  for (const fill of records.fills) judgeFill(known, findings, fill)
  for (const [key, request] of seen.requests) judgeRequest(known, findings, key, request)
  judgeFixings(known, findings)
  judgeFinancing(known, findings, explainedBookings)
  judgeSpared(known, findings)
  judgeMoney(known, findings)
  for (const position of records.positions) judgeEvents(known, findings, position)
  judgeDays(known, findings)
  return findings
}
