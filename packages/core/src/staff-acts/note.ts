/** Notes among the effects of a command of staff who gave it, why, and what it changed: one transaction holds both. */
import type { Collector } from '../effects.ts'
import type { StaffEnvelope } from '../envelope.ts'
import { isChanging, type TableName, tableNames, tables } from '../tables/index.ts'
import { fieldsOf, nameOf } from '../tables/table.ts'
import type { Command, Ctx, Reply } from '../types.ts'
import type { ActChange } from './tables.ts'

/** The first changed rows are kept: a step that closes a round may change thousands. */
const mostChanges = 50

export function noteStaffAct(command: Command, effects: Collector, { nextId, wall }: Ctx): void {
  if (command.actor.kind !== 'staff') return
  const { siteId, actor, key, reason, approval } = command as StaffEnvelope
  // A repeat got the stored reply: it did nothing.
  if (key !== null && !effects.rows.replies.some((reply) => reply.key === key.key)) return
  const said = saidBy(command)
  effects.add('staffActs', {
    siteId,
    id: nextId(),
    staffId: actor.id,
    action: command.kind,
    subjectId: subjectOf(said),
    reason,
    approvedBy: approval?.staffId ?? null,
    refusal: refusalOf(effects.reply),
    said,
    changes: changesOf(effects),
    request: key?.key ?? null,
    at: wall,
  })
}

/** What a command says beside its envelope. A closed request that it carries is no wish. */
function saidBy(command: Command): Readonly<Record<string, unknown>> {
  const envelope = new Set(['kind', 'siteId', 'actor', 'key', 'reason', 'approval', 'closed'])
  return plain(Object.fromEntries(Object.entries(command).filter(([name]) => !envelope.has(name))))
}

/** What it is about: the first id that it names. */
function subjectOf(said: Readonly<Record<string, unknown>>): number | null {
  const named = Object.entries(said).find(([name, value]) => name.endsWith('Id') && Number.isSafeInteger(value))
  return (named?.[1] as number | undefined) ?? null
}

function refusalOf(reply: Reply | null): string | null {
  if (reply === null || reply.status < 400) return null
  const { code } = reply.body as { readonly code?: unknown }
  return typeof code === 'string' ? code : String(reply.status)
}

function changesOf({ rows, before }: Pick<Collector, 'rows' | 'before'>): ActChange[] {
  const changes: ActChange[] = []
  for (const name of tableNames) {
    if (!isChanging(name)) continue
    for (const [nth, row] of rows[name].entries()) {
      if (changes.length === mostChanges) return changes
      const change = changeOf(name, row as unknown as Fields, (before[name][nth] ?? null) as Fields | null)
      if (change !== null) changes.push(change)
    }
  }
  return changes
}

type Fields = Readonly<Record<string, unknown>>

/** null: nothing differs. */
function changeOf(name: TableName, row: Fields, before: Fields | null): ActChange | null {
  const fields = fieldsOf(tables[name], 'changing').filter(
    (field) => before === null || !isSame(before[field], row[field]),
  )
  if (fields.length === 0) return null
  const of = (form: Fields) => plain(Object.fromEntries(fields.map((field) => [field, form[field]])))
  const named = nameOf(tables[name])(row as never)
  return { table: tables[name].name, row: named, before: before && of(before), after: of(row) }
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || JSON.stringify(a, asText) === JSON.stringify(b, asText)
/** As JSON holds it: whole numbers of any size as text. */
const plain = (fields: Fields): Fields => JSON.parse(JSON.stringify(fields, asText)) as Fields
