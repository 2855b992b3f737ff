/** What a column is to its row: a part of its key, fixed by its first form, or what a later form may change. */
export type Role = 'key' | 'fixed' | 'changing'

/** PostgreSQL's types that columns have. */
export type SqlType = 'bigint' | 'numeric' | 'int' | 'smallint' | 'text' | 'boolean' | 'jsonb'

/** What a value is in memory. */
export type Form = 'number' | 'bigint' | 'text' | 'boolean' | 'document'

/** One column of a table, as data; a change of it is another column. */
export class Column<Value = unknown, R extends Role = Role> {
  readonly sql: SqlType
  readonly form: Form
  readonly role: R
  readonly isNullable: boolean
  /** Fields of a document's items that are `bigint` in memory and strings in the database: JSON has no whole numbers of their size. */
  readonly amounts: readonly string[]
  /** The type of its values; there is none at run time. */
  declare readonly value: Value

  constructor(sql: SqlType, form: Form, role: R, isNullable = false, amounts: readonly string[] = []) {
    this.sql = sql
    this.form = form
    this.role = role
    this.isNullable = isNullable
    this.amounts = amounts
  }

  /** A part of the primary key, in the order of the columns. */
  get key(): Column<Value, 'key'> {
    return new Column(this.sql, this.form, 'key', this.isNullable, this.amounts)
  }

  get changing(): Column<Value, 'changing'> {
    return new Column(this.sql, this.form, 'changing', this.isNullable, this.amounts)
  }

  get orNull(): Column<Value | null, R> {
    return new Column(this.sql, this.form, this.role, true, this.amounts)
  }
}

const column = <Value>(sql: SqlType, form: Form, amounts: readonly string[] = []) =>
  new Column<Value, 'fixed'>(sql, form, 'fixed', false, amounts)

/** An id, a time, a price or a quantity: whole and safe. */
export const whole = column<number>('bigint', 'number')
export const int = column<number>('int', 'number')
/** Money, or another number that may pass what is safe. */
export const amount = column<bigint>('bigint', 'bigint')
/** A sum that may pass 64 bits. */
export const wide = column<bigint>('numeric', 'bigint')
export const flag = column<boolean>('boolean', 'boolean')
/** JSON that comes back as it was said; never null. */
export const verbatim = column<unknown>('text', 'document')

export const small = <Value extends number>() => column<Value>('smallint', 'number')
export const text = <Value extends string = string>() => column<Value>('text', 'text')
export const document = <Value>() => column<Value>('jsonb', 'document')
/** A list of items, some of whose fields are amounts. */
export const items = <Item>(...amounts: readonly (keyof Item & string)[]) =>
  column<readonly Item[]>('jsonb', 'document', amounts)
