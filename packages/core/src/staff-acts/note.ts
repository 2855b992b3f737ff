/** Notes among the effects of a command of staff who gave it, why, and what it changed: one transaction holds both. */
import type { Collector } from '../effects.ts'
import type { StaffEnvelope } from '../envelope.ts'
import { isChanging, tableNames, tables } from '../tables/index.ts'
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

const envelope: ReadonlySet<string> = new Set([
  'kind',
  'siteId',
  'actor',
  'key',
  'reason',
  'approval',
  'closed',
  'deposits',
])

/** What a command says beside its envelope. A closed request and the history of deposits that it carries are no wishes. */
function saidBy(command: Command): Fields {
  const said: MutableFields = {}
  for (const [name, value] of Object.entries(command)) if (!envelope.has(name)) set(said, name, value)
  return said
}

/** What it is about: the first id that it names. */
function subjectOf(said: Fields): number | null {
  const named = Object.entries(said).find(([name, value]) => name.endsWith('Id') && Number.isSafeInteger(value))
  return (named?.[1] as number | undefined) ?? null
}

function refusalOf(reply: Reply | null): string | null {
  if (reply === null || reply.status < 400) return null
  const { code } = reply.body as { readonly code?: unknown }
  return typeof code === 'string' ? code : String(reply.status)
}

/** Tables whose rows have later forms. */
const changing = tableNames.filter(isChanging).map((name) => ({
  name,
  table: tables[name].name,
  fields: fieldsOf(tables[name], 'changing'),
  nameOf: nameOf(tables[name]) as (row: Fields) => string,
}))
type Changing = (typeof changing)[number]

function changesOf({ rows, before }: Pick<Collector, 'rows' | 'before'>): ActChange[] {
  const changes: ActChange[] = []
  for (const table of changing) {
    const forms = rows[table.name] as unknown as readonly Fields[]
    const earlier = before[table.name] as unknown as readonly (Fields | null)[]
    for (let nth = 0; nth < forms.length; nth += 1) {
      if (changes.length === mostChanges) return changes
      const change = changeOf(table, forms[nth] as Fields, earlier[nth] ?? null)
      if (change !== null) changes.push(change)
    }
  }
  return changes
}

type Fields = Readonly<Record<string, unknown>>
type MutableFields = Record<string, unknown>

/** null: nothing differs. */
function changeOf({ table, fields, nameOf }: Changing, row: Fields, earlier: Fields | null): ActChange | null {
  const after: MutableFields = {}
  const before: MutableFields | null = earlier && {}
  let isChanged = false
  for (const field of fields) {
    if (earlier !== null && isSame(earlier[field], row[field])) continue
    isChanged = true
    set(after, field, row[field])
    if (before !== null) set(before, field, earlier?.[field])
  }
  return isChanged ? { table, row: nameOf(row), before, after } : null
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
const textOf = (value: unknown): string => JSON.stringify(value, asText)
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isSame = (a: unknown, b: unknown): boolean => a === b || (isObject(a) && isObject(b) && textOf(a) === textOf(b))

/** Sets a field to what JSON holds of a value: whole numbers of any size as text, nothing of undefined. */
function set(fields: MutableFields, field: string, value: unknown): void {
  if (value !== undefined) fields[field] = isObject(value) ? JSON.parse(textOf(value)) : asText(field, value)
}
