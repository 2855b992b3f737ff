import { expect, test } from 'vitest'
import { fieldsOf, isChanging, tableNames, tables } from '../index.ts'
import { idOf, Teller } from '../money/testing.ts'
import type { Effects } from '../types.ts'

type Fields = Record<string, unknown>
const json = (value: unknown) =>
  JSON.parse(JSON.stringify({ value }, (_, part) => (typeof part === 'bigint' ? String(part) : part))).value as unknown

/** What an act says, read from the effects of the same call: every changed column of every changed row, as JSON has it. */
function changedIn({ rows, before }: Effects) {
  return tableNames.filter(isChanging).flatMap((name) =>
    rows[name].flatMap((row, nth) => {
      const [after, earlier] = [row as unknown as Fields, (before[name][nth] ?? null) as Fields | null]
      const fields = fieldsOf(tables[name], 'changing').filter(
        (field) => earlier === null || JSON.stringify(json(earlier[field])) !== JSON.stringify(json(after[field])),
      )
      const of = (form: Fields) => Object.fromEntries(fields.map((field) => [field, json(form[field])]))
      const key = fieldsOf(tables[name], 'key').map((field) => after[field])
      const change = { table: tables[name].name, row: key.join(':'), before: earlier && of(earlier), after: of(after) }
      return fields.length === 0 ? [] : [change]
    }),
  )
}

test('an act says every column that it changed, before and after, as JSON has it, and of others nothing', () => {
  const teller = new Teller()
  const id = idOf(teller.deposit(500_000n))
  teller.approve(id)
  const acts = teller.calls.filter(({ rows }) => rows.staffActs.length > 0)
  for (const call of acts) expect(call.rows.staffActs[0]?.changes).toEqual(changedIn(call))
  const approved = acts.at(-1)?.rows.staffActs[0]
  expect(approved).toMatchObject({ action: 'approveRequest', subjectId: id, staffId: 9, refusal: null })
  const ofTable = (table: string) => approved?.changes.filter((change) => change.table === table)
  expect(ofTable('wallet')).toMatchObject([{ before: { posted: '10000000' }, after: { posted: '10500000' } }])
  expect(ofTable('dnw')).toMatchObject([
    { row: `1:${id}`, after: { status: 'COMPLETED', approvals: [{ staffId: 9 }] } },
  ])
  expect(ofTable('dnw')?.[0]?.after).not.toHaveProperty('fee')
  expect(ofTable('deposit_lock')).toMatchObject([{ before: null }])
})

test('what was asked for is kept without the envelope, whole numbers of any size as text', () => {
  const teller = new Teller()
  const id = idOf(teller.deposit(500_000n))
  teller.desk('takeRequest', id)
  const [act] = teller.calls.flatMap(({ rows }) => rows.staffActs)
  expect(act?.said).toEqual({ requestId: id, version: 1 })
  expect(JSON.stringify(act)).not.toContain('undefined')
})
