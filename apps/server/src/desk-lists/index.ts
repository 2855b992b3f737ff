import { consoleFileEndpoints, consoleTableEndpoints, type Endpoint, type ResponseOf } from '@maru/contract'
import type { Language } from '@maru/contract/language'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { kstDay, type PageAsked, pageAnswer, pageOfQuery } from '../http/filters.ts'
import { type Handler, Refused, route, type StaffMember } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { type Columns, countOf, fileOf } from './file.ts'
import { type DeskList, isWhole, type ListCut, type QueryList, within } from './list.ts'

export * from './columns.ts'
export type { Columns } from './file.ts'
export { type ListCut, type QueryList, within } from './list.ts'
export * from './table-columns.ts'
export * from './whole-columns.ts'

/** What a long list counts to, and how deep its pages go: who looks for more says more. */
export const mostListed = 10_000

type RowOfPage<E extends Endpoint> = ResponseOf<E> extends { content: (infer T)[] } ? T : never
type CallOf<E extends Endpoint> = Parameters<Handler<E>>[0]
type ListOf<E extends Endpoint, R extends object> = (
  call: CallOf<E>,
) => DeskList<R, RowOfPage<E>> | Promise<DeskList<R, RowOfPage<E>>>

/** Registers a list of the console: the server filters, sorts, counts and cuts it, and makes a file of all of it. */
export function deskList<const E extends Endpoint, R extends object>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  columns: Columns<RowOfPage<E>>,
  listOf: ListOf<E, R>,
): void {
  const page = async (call: CallOf<E>) => {
    const asked = pageAsked(call.query ?? {})
    const list = within(await listOf(call), (call.query ?? {}) as ListCut)
    if (isWhole(list))
      return listPage(asked, list.whole.slice(asked.offset, asked.offset + asked.size), list.whole.length)
    const { rows, total } = await deps.db.tenant(list.siteId, (tx) => pageRows<R>(tx, list, asked))
    return listPage(asked, await list.shown(rows), total)
  }
  route(app, deps, endpoint, page as unknown as Handler<E>)
  deskFile(app, deps, endpoint, columns, listOf)
}

/** The language that a caller asks for; Korean where he asks for none of ours. */
const languageOf = ({ headers }: FastifyRequest): Language =>
  headers['accept-language']?.toLowerCase().startsWith('en') ? 'en' : 'ko'

/** Registers the file of a list alone, whose pages are read in their own way. */
export function deskFile<const E extends Endpoint, R extends object>(
  app: FastifyInstance,
  deps: Deps,
  { path }: E,
  columns: Columns<RowOfPage<E>>,
  listOf: ListOf<E, R>,
): void {
  const endpoint = Object.values<Endpoint>(consoleFileEndpoints).find((one) => one.path === `${path}.csv`)
  if (endpoint === undefined) throw new Error(`${path} has no file`)
  const file = async (call: CallOf<E>) => {
    nameFile(deps, call, endpoint)
    const list = within(await listOf(call), (call.query ?? {}) as ListCut)
    return fileOf(deps.db, list, columns, languageOf(call.request))
  }
  route(app, deps, endpoint, file as unknown as Handler<typeof endpoint>)
}

/** Registers the file of a table that another answer brings as a whole. */
export function tableFile<T>(
  app: FastifyInstance,
  deps: Deps,
  name: keyof typeof consoleTableEndpoints,
  columns: Columns<T>,
  rowsOf: (siteId: number, staff: StaffMember) => readonly T[] | Promise<readonly T[]>,
): void {
  const endpoint: Endpoint = consoleTableEndpoints[name]
  const file = async (call: CallOf<typeof endpoint>) => {
    nameFile(deps, call, endpoint)
    return fileOf(
      deps.db,
      { whole: await rowsOf(call.site.id, call.member as StaffMember) },
      columns,
      languageOf(call.request),
    )
  }
  route(app, deps, endpoint, file as unknown as Handler<typeof endpoint>)
}

function nameFile({ clocks }: Deps, { reply }: Pick<CallOf<Endpoint>, 'reply'>, { path }: Endpoint): void {
  const name = `${path.split('/').at(-1)?.replace('.csv', '')}-${kstDay(clocks.wall())}.csv`
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
}

/** The page that a list call names. Refuses one beyond what lists are counted to. */
export function pageAsked(query: object): PageAsked {
  const asked = pageOfQuery({ ...query, resultType: 'Page' })
  if (asked === null) throw new Error('a list of the console is a page')
  if (asked.offset >= mostListed) throw new Refused('INVALID_REQUEST', { field: 'querystring/page' })
  return asked
}

/** The answer of a list that was counted to one above `mostListed`. */
export const listPage = <T>(asked: PageAsked, rows: readonly T[], total: number) => ({
  ...pageAnswer(asked, [...rows], total),
  totalPages: Math.ceil(Math.min(total, mostListed) / asked.size),
})

async function pageRows<R extends object>(
  tx: Tx,
  list: Pick<QueryList<R, unknown>, 'source' | 'where' | 'order' | 'values'>,
  { limit, offset }: PageAsked,
): Promise<{ readonly rows: R[]; readonly total: number }> {
  const { source, where, order, values } = list
  const [rows, total] = await Promise.all([
    tx.query<R>(
      `select * from ${source} where ${where} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    countOf(tx, list, mostListed + 1),
  ])
  return { rows, total }
}
