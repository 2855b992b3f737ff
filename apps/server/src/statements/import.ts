import { type Currency, consoleStatementEndpoints, statementFileEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { type ApprovalRow, moneyText, type SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, importLineColumns } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { keepColumns, storedColumns } from './columns.ts'
import { type LineFault, lineFaultWords } from './csv.ts'
import { kstDay } from './days.ts'
import { addFile, fileById, type ImportFile, noteStored } from './files.ts'
import { importFields, importLines } from './import-words.ts'
import { faultyPreview, previewOf } from './preview.ts'
import { readFile } from './read-file.ts'
import { type StandingDay, standingDay } from './standing-day.ts'
import { keyOf, keysOnFinalDays, storeDay, storeLines } from './store.ts'

/**
 * The desk brings the statement of a day where its provider cannot be asked, or corrects a day that is final: a second person sees all of it
 * before anything is stored. The next hourly run holds it against the ledger.
 */
export function registerStatementImport(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, clocks, ids } = deps
  second.register({
    STATEMENT_IMPORT: {
      permission: 'money',
      fields: async ({ siteId, payload }, tx) => {
        const file = await requireFile(tx, siteId, Number(payload['importId']))
        return importFields(file, await standingDay(tx, file, file.day))
      },
      change: (tx, row) => store(tx, row, clocks.wall()),
    },
  })

  route(app, deps, consoleStatementEndpoints.statementImport, async ({ body, site, member, idempotency: { key } }) => {
    const now = clocks.wall()
    const read = readFile(body, now)
    if ('faults' in read) throw refusedLine(read.faults[0]!.fault, read.faults[0]!.at)
    const { places, ...given } = read
    const { reason, columns } = body
    const file = { ...given, reason, siteId: site.id, id: ids.next(), requestedBy: member.memberId }
    await db.tenant(site.id, async (tx) => {
      const standing = await standingDay(tx, file, file.day)
      await refuseFile(tx, file, standing, places)
      await addFile(tx, file, now)
      const of = { siteId: site.id, provider: file.provider, staffId: member.memberId }
      if (columns !== undefined) await keepColumns(tx, { ...of, columns }, now)
    })
    const of = { siteId: site.id, staffId: member.memberId, key, reason: file.reason }
    return second.ask({
      ...of,
      kind: 'STATEMENT_IMPORT',
      subjectId: member.memberId,
      payload: { importId: file.id },
    })
  })

  route(app, deps, statementFileEndpoints.statementPreview, async ({ body, site }) => {
    const now = clocks.wall()
    const read = readFile(body, now)
    return 'faults' in read ? faultyPreview(read.faults) : previewOf(db, { ...read, siteId: site.id }, now)
  })

  route(app, deps, statementFileEndpoints.statementColumns, async ({ site }) => ({
    providers: await db.tenant(site.id, (tx) => storedColumns(tx, site.id)),
  }))

  deskList(app, deps, consoleStatementEndpoints.statementImportLines, importLineColumns, async ({ query, site }) => ({
    whole: await db.tenant(site.id, async (tx) => {
      const file = await requireFile(tx, site.id, query.id)
      return importLines(file, await standingDay(tx, file, file.day))
    }),
  }))
}

const refusedLine = (fault: LineFault, line: number): Refused =>
  new Refused('STATEMENT_LINE_INVALID', { line, why: lineFaultWords[fault] })

/**
 * What a file may not do to the day that is stored, and whether its lines lead from one balance to the other. `places`: on which line of
 * the file each of them stands, where it was read just now.
 */
async function refuseFile(
  tx: Tx,
  file: ImportFile,
  standing: StandingDay | null,
  places?: readonly number[],
): Promise<void> {
  const { opening, closing, lines, isCorrection, day, currency } = file
  if (!isCorrection && standing?.isFinal) throw new Refused('STATEMENT_FINAL')
  if (isCorrection && !standing?.isFinal) throw new Refused('INVALID_REQUEST', { key: 'isCorrection' })
  const known = await keysOnFinalDays(tx, file, lines, isCorrection ? null : day)
  const taken = lines.findIndex((line) => known.has(keyOf(line)))
  if (taken >= 0) throw refusedLine('STORED', places?.[taken] ?? taken + 2)
  const kept = isCorrection ? (standing?.lines ?? []) : []
  const sum = [...kept, ...lines].reduce((total, { amount, fee }) => total + BigInt(amount) - BigInt(fee), opening)
  if (sum !== closing)
    throw new Refused('STATEMENT_SUM_MISMATCH', {
      sum: moneyText(sum, currency as Currency),
      closing: moneyText(closing, currency as Currency),
    })
}

/** Stores an approved file: a day as a whole, or lines that are added to a final one. */
async function store(tx: Tx, { siteId, payload }: ApprovalRow, now: number) {
  const file = await requireFile(tx, siteId, Number(payload['importId']))
  const { id, day, opening, closing, lines, isCorrection, requestedBy, reason } = file
  const standing = await standingDay(tx, file, day)
  await refuseFile(tx, file, standing)
  if (isCorrection) {
    await tx.query(
      `update statement_day set corrected_opening = $5, corrected_closing = $6
       where site_id = $1 and provider = $2 and currency = $3 and day = $4`,
      [siteId, file.provider, file.currency, day, String(opening), String(closing)],
    )
    await storeLines(tx, file, { day, lines, importId: id }, now)
  } else {
    const statement = { day, opening, closing, lines, isFinal: day < kstDay(now) }
    if (!(await storeDay(tx, file, statement, now, { id, staffId: requestedBy, reason })))
      throw new Refused('STATEMENT_FINAL')
  }
  await noteStored(tx, file, now)
  const shown = (balances: { readonly opening: bigint; readonly closing: bigint }) => ({
    opening: String(balances.opening),
    closing: String(balances.closing),
  })
  const row = `${siteId}:${file.provider}:${file.currency}:${day}`
  const after = { ...shown(file), importId: id, isCorrection, lines: lines.length }
  return [{ table: 'statement_day', row, before: standing && shown(standing), after }]
}

async function requireFile(tx: Tx, siteId: number, id: number): Promise<ImportFile> {
  const file = await fileById(tx, siteId, id)
  if (file === null) throw new Refused('HISTORY_NOT_FOUND')
  return file
}
