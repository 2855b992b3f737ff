import { type Column, columnName, fieldsOf, nameOf, type Table, tableNames, tables } from '@maru/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { ArraySpace } from './binary-array.ts'
import { changesOf } from './changes.ts'
import { select } from './read.ts'
import { insertOf, type Statement, updateOf } from './statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // What a row must be beyond its columns and its key is another test's: any row may come.
  await database.run(`do $$
    declare found record;
    begin
      for found in select conrelid::regclass as owner, conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
      loop execute format('alter table %s drop constraint %I', found.owner, found.conname); end loop;
      for found in select indexrelid::regclass as name from pg_index
        where indisunique and not indisprimary and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
          and not exists (select from pg_constraint where conindid = indexrelid)
      loop execute format('drop index %s', found.name); end loop;
    end $$`)
})
afterAll(() => database.drop())

const declared: readonly (readonly [string, Table])[] = tableNames.map((name) => [name, tables[name]])
const catalogueTypes: Readonly<Record<string, string>> = { int: 'integer' }

describe.each(declared)('%s', (_name, table) => {
  test('the declaration has the columns of the catalogue, with their types, nullability and key', async () => {
    const catalogue = await database.run(
      `select c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as nullable, k.ordinal_position as place
       from information_schema.columns c
       left join information_schema.table_constraints t
         on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
       left join information_schema.key_column_usage k
         on k.constraint_schema = t.constraint_schema and k.constraint_name = t.constraint_name and k.column_name = c.column_name
       where c.table_schema = 'public' and c.table_name = $1`,
      [table.name],
    )
    const key = fieldsOf(table, 'key')
    const expected = Object.entries(table.columns).map(([field, { sql, isNullable }]) => ({
      name: columnName(field),
      type: catalogueTypes[sql] ?? sql,
      nullable: isNullable,
      place: key.includes(field) ? key.indexOf(field) + 1 : null,
    }))
    const byName = (a: { name?: unknown }, b: { name?: unknown }) => (String(a.name) < String(b.name) ? -1 : 1)
    expect(catalogue.toSorted(byName)).toEqual(expected.toSorted(byName))
  })

  test('random rows come back as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf(table), { minLength: 1, maxLength: 5 }), async (rows) => {
        const first = await begin(table, rows)
        expect(await read(table)).toEqual(first)
      }),
      { numRuns: 10 },
    )
  })

  const changing = [...fieldsOf(table, 'changing')]
  test.runIf(changing.length > 0)('an update writes the fields that changed, and no other', async () => {
    const forms = fc.array(fc.tuple(rowOf(table), rowOf(table), rowOf(table)), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(forms, fc.subarray(changing, { minLength: 1 }), async (rows, chosen) => {
        const first = await begin(
          table,
          rows.map(([row]) => row),
        )
        const others = changing.filter((field) => !chosen.includes(field))
        const of = (row: Row, form: 1 | 2) => rows.find(([one]) => nameOf(table)(one) === nameOf(table)(row))![form]
        // Another hand writes the fields that the journal must leave alone.
        const beside = first.map((row) => ({ ...row, ...pick(of(row, 1), others) }))
        if (others.length > 0) await write(updateOf(table, others, 'beside'), beside)

        const later = first.map((row) => ({ ...row, ...pick(of(row, 2), chosen) }))
        const { added, changed, fields } = changesOf(table, later, first)
        expect(added).toEqual([])
        expect(chosen).toEqual(expect.arrayContaining([...fields]))
        if (changed.length > 0) await write(updateOf(table, fields, 'later'), changed)
        expect(await read(table)).toEqual(beside.map((row, place) => ({ ...row, ...pick(later[place]!, fields) })))
      }),
      { numRuns: 15 },
    )
  })
})

type Row = Readonly<Record<string, unknown>>

/** The table with these rows alone, each key once; gives them in the order of their keys. */
async function begin(table: Table, rows: readonly Row[]): Promise<Row[]> {
  const distinct = [...new Map(rows.toReversed().map((row) => [nameOf(table)(row), row])).values()]
  await database.run(`delete from ${table.name}`)
  await write(insertOf(table), distinct)
  return inOrder(table, distinct)
}

const read = async (table: Table): Promise<Row[]> =>
  inOrder(table, await database.db.system((tx) => select(tx, table, '')))
const write = ({ text, values }: Statement<Row>, rows: readonly Row[]) =>
  database.db.system((tx) => tx.query(text, values(rows, new ArraySpace())))
const inOrder = (table: Table, rows: readonly Row[]) =>
  rows.toSorted((a, b) => (nameOf(table)(a) < nameOf(table)(b) ? -1 : 1))
const pick = (row: Row, fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, row[field]]))

/** Any row that the types of the columns allow. */
const rowOf = (table: Table): fc.Arbitrary<Row> =>
  fc.record(Object.fromEntries(Object.entries(table.columns).map(([field, column]) => [field, anyOf(column)])))

function anyOf(column: Column): fc.Arbitrary<unknown> {
  const value = anyValue(column)
  return column.isNullable ? fc.option(value) : value
}

function anyValue({ sql, form, amounts }: Column): fc.Arbitrary<unknown> {
  switch (sql) {
    case 'bigint':
      return form === 'number' ? fc.maxSafeInteger() : int8
    case 'numeric':
      return fc.bigInt(-(10n ** 40n), 10n ** 40n)
    case 'int':
      return fc.integer()
    case 'smallint':
      return fc.integer({ min: -32_768, max: 32_767 })
    case 'text':
      return anyText
    case 'boolean':
      return fc.boolean()
    default: {
      const item = fc.dictionary(
        fc.string({ unit: fc.constantFrom('a', 'b', 'C', '_') }),
        fc.oneof(anyText, fc.integer()),
      )
      if (amounts.length === 0) return item
      const bigs = fc.record(Object.fromEntries(amounts.map((name) => [name, int8])))
      return fc.array(fc.tuple(item, bigs).map(([one, other]) => ({ ...one, ...other })))
    }
  }
}

const int8 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)
/** What an array literal must quote, and letters of any script; PostgreSQL has no NUL. */
const anyText = fc.oneof(
  fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', 'a,b', ' '),
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
)
