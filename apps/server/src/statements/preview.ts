import type { PreviewOutcome, StatementPreview } from '@maru/contract'
import { formatMinor } from '@maru/core'
import { Refused } from '../http/index.ts'
import type { Database, Tx } from '../ports.ts'
import { payoutKeyIn, requestIdIn } from '../providers/index.ts'
import { type FaultAt, lineFaultWords } from './csv.ts'
import { type Line, openLines } from './lines.ts'
import { openMovements, takeMovements } from './movements.ts'
import { pairsOf } from './pairs.ts'
import type { ReadFile } from './read-file.ts'
import { type StandingDay, standingDay } from './standing-day.ts'
import { keyOf, keysOnFinalDays } from './store.ts'
import { isFeeDue } from './tariffs.ts'

const mostFaults = 100
const mostLines = 500
const none: Readonly<Record<PreviewOutcome, number>> = { MATCHED: 0, NEW: 0, SUSPENSE: 0, DUPLICATE: 0, BREAK: 0 }

type File = Exclude<ReadFile, { faults: unknown }> & { readonly siteId: number }

/** The preview of a file that cannot be read: what is wrong, line by line. */
export const faultyPreview = (faults: readonly FaultAt[]): StatementPreview => ({
  faults: faults.slice(0, mostFaults).map(({ fault, at }) => ({ line: at, why: lineFaultWords[fault] })),
  counts: none,
  lines: [],
  gone: 0,
  sum: '0',
  isBalanced: false,
})

/** What an import of a file would do with each of its lines; nothing of it is stored. Refuses a final day as the import does. */
export function previewOf(db: Database, file: File, now: number): Promise<StatementPreview> {
  const { siteId, currency, day, isCorrection, places } = file
  return db.system(async (tx) => {
    const standing = await standingDay(tx, file, day)
    if (!isCorrection && standing?.isFinal) throw new Refused('STATEMENT_FINAL')
    if (isCorrection && !standing?.isFinal) throw new Refused('INVALID_REQUEST', { key: 'isCorrection' })
    // What was posted since the last run is there to be matched.
    await takeMovements(tx, siteId, now)
    const outcomes = await outcomesOf(tx, file, standing, now)
    const money = (amount: bigint | string) => formatMinor(BigInt(amount), currency)
    const kept = isCorrection ? (standing?.lines ?? []) : []
    const sum = [...kept, ...file.lines].reduce(
      (total, { amount, fee }) => total + BigInt(amount) - BigInt(fee),
      file.opening,
    )
    const keys = new Set(file.lines.map(keyOf))
    const counts = { ...none }
    for (const outcome of outcomes) counts[outcome] += 1
    return {
      faults: [],
      counts,
      lines: file.lines.slice(0, mostLines).map(({ kind, providerRef, reference, amount, fee, at }, nth) => ({
        ...{ line: places[nth]!, outcome: outcomes[nth]!, kind, providerRef, reference, at },
        amount: money(amount),
        fee: money(fee),
      })),
      gone: isCorrection ? 0 : (standing?.lines ?? []).filter((line) => !keys.has(keyOf(line))).length,
      sum: money(sum),
      isBalanced: sum === file.closing,
    }
  })
}

async function outcomesOf(tx: Tx, file: File, standing: StandingDay | null, now: number): Promise<PreviewOutcome[]> {
  const { siteId, provider, currency, day, isCorrection } = file
  const elsewhere = await keysOnFinalDays(tx, file, file.lines, isCorrection ? null : day)
  const stored = new Map(standing?.lines.map((line) => [keyOf(line), line]))
  const isStored = (line: Line) => {
    const same = stored.get(keyOf(line))
    return elsewhere.has(keyOf(line)) || (same !== undefined && same.amount === line.amount && same.fee === line.fee)
  }
  const lines = file.lines.map(
    (line): Line => ({
      ...{ provider, currency, day, seenAt: now, isImported: true, isWaiting: true },
      ...{ kind: line.kind, providerRef: line.providerRef, reference: line.reference },
      amount: BigInt(line.amount),
      fee: BigInt(line.fee),
    }),
  )
  const fresh = lines.filter((line) => !isStored(line))
  const keys = new Set(fresh.map(keyOf))
  const isOfFile = (line: Line) => line.provider === provider && line.currency === currency && keys.has(keyOf(line))
  const others = (await openLines(tx, siteId)).filter((line) => !isOfFile(line))
  const pairs = pairsOf([...others, ...fresh], await openMovements(tx, siteId))
  const shown = new Set(pairs.map(({ line }) => line))
  const outcomes: PreviewOutcome[] = []
  for (const line of lines)
    outcomes.push(isStored(line) ? 'DUPLICATE' : shown.has(line) ? 'MATCHED' : await unmatched(tx, siteId, line))
  return outcomes
}

/** What becomes of a line that the ledger does not show, once another person has confirmed it. */
async function unmatched(tx: Tx, siteId: number, line: Line): Promise<PreviewOutcome> {
  const { kind, provider, reference, amount } = line
  if (kind === 'fee') return (await isFeeDue(tx, siteId, line)) ? 'NEW' : 'BREAK'
  if (kind === 'payout') return payoutKeyIn(reference) === null ? 'BREAK' : 'NEW'
  if (kind !== 'deposit' || provider === 'coin' || amount <= 0n) return 'BREAK'
  // A transfer to a bank does not say who paid it.
  return provider !== 'bank' && requestIdIn(reference) !== null ? 'NEW' : 'SUSPENSE'
}
