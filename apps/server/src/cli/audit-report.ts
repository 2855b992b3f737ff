import { alarmNames, type Break, lookAt, noteOutcome, ruleNames, type Scope } from '../audit/index.ts'
import type { OpenedDatabase } from '../database/index.ts'
import { type ChainOutcome, noteCheck, verifyStaffLog } from '../staff-log/index.ts'

/** Audits the ledger of a house, closes its database, notes the outcome for its processes, and tells it rule by rule; returns the exit code. */
export async function reportAudit(
  { db, close }: Pick<OpenedDatabase, 'db' | 'close'>,
  scope: Scope,
  signal: AbortSignal,
): Promise<number> {
  try {
    const began = performance.now()
    const findings = await lookAt(db, signal, scope)
    await db.system((tx) => noteOutcome(tx, Date.now(), scope, findings))
    const { breaks, alarms } = findings
    tell(ruleNames(scope), breaks, '✗')
    tell(alarmNames, alarms, '!')
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const outcome = await verifyStaffLog(db, signal)
    await db.system((tx) => noteCheck(tx, outcome, Date.now()))
    const isWhole = tellLog(outcome)
    console.log(
      breaks.length === 0 ? `The ledger balances (${seconds} s).` : `The ledger does not balance (${seconds} s).`,
    )
    return breaks.length === 0 && isWhole ? 0 : 1
  } finally {
    await close()
  }
}

function tellLog({ acts, brokenAt, strays }: ChainOutcome): boolean {
  const isWhole = brokenAt === null && strays === 0
  const what = brokenAt === null ? `${strays} outside it` : `broken at ${brokenAt}`
  console.log(`${isWhole ? '✓' : '✗'} the log of staff: ${acts} acts in the chain, ${what}`)
  return isWhole
}

function tell(rules: readonly string[], breaks: readonly Break[], sign: string): void {
  for (const rule of rules) {
    const found = breaks.find((one) => one.rule === rule)
    console.log(`${found === undefined ? '✓' : sign} ${rule}: ${found?.count ?? 0}`)
    if (found === undefined) continue
    console.log(`    on site ${found.sites.join(', ')}`)
    for (const row of found.first) console.log(`    ${JSON.stringify(row)}`)
    if (found.count > found.first.length) console.log(`    and ${found.count - found.first.length} more`)
  }
}
