import type { OverseaPosition } from '@maru/contract'
import type { Position } from '../records.ts'
import type { Case } from './case.ts'
import type { Findings } from './findings.ts'

/** The owner of a position got one event of its end. */
export function judgeEvents({ eventsOfMember, seen }: Case, findings: Findings, position: Position): undefined {
  if (position.closedAt === null || position.closedAt > seen.to) return
  const told = eventsOfMember(position.memberId)
    .filter(({ event, data }) => event.startsWith('POSITION') && (data as OverseaPosition).id === position.id)
    .map(({ event }) => event)
  const closes = told.filter((event) => event === 'POSITION_CLOSE').length
  const liquid = told.filter((event) => event === 'POSITION_LIQUID').length
  if (closes !== 1) findings.fault(position, `POSITION_CLOSE was told ${closes} times`)
  else if (liquid !== (position.closeReason === 'LIQUIDATION' ? 1 : 0))
    findings.fault(position, `POSITION_LIQUID ${liquid} times`)
  else findings.count('events', liquid ? 'POSITION_CLOSE and POSITION_LIQUID' : 'POSITION_CLOSE')
}
